#include "tests/core/graph/support/onnx_builder.h"

#include "absl/strings/cord.h"
#include "core/graph/onnx/onnx_reader.h"
#include "core/graph/read_error.h"

namespace shapewright::graph {
namespace {

void SetValueInfo(onnx::ValueInfoProto* info, const std::string& name,
                  const std::vector<int64_t>& dims) {
  info->set_name(name);
  auto* tensor = info->mutable_type()->mutable_tensor_type();
  tensor->set_elem_type(onnx::TensorProto::FLOAT);
  tensor->mutable_shape();
  for (const int64_t dim : dims) {
    auto* added = tensor->mutable_shape()->add_dim();
    if (dim >= 0) added->set_dim_value(dim);
  }
}

}  // namespace

onnx::ModelProto NewModel() {
  onnx::ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(17);
  model.mutable_graph()->set_name("main");
  return model;
}

void AddInput(onnx::GraphProto* graph, const std::string& name, const std::vector<int64_t>& dims) {
  SetValueInfo(graph->add_input(), name, dims);
}

void AddOutput(onnx::GraphProto* graph, const std::string& name, const std::vector<int64_t>& dims) {
  SetValueInfo(graph->add_output(), name, dims);
}

onnx::TensorProto* AddInitializer(onnx::GraphProto* graph, const std::string& name,
                                  const std::vector<int64_t>& values) {
  onnx::TensorProto* tensor = graph->add_initializer();
  tensor->set_name(name);
  tensor->set_data_type(onnx::TensorProto::INT64);
  tensor->add_dims(static_cast<int64_t>(values.size()));
  for (const int64_t value : values) tensor->add_int64_data(value);
  return tensor;
}

onnx::AttributeProto* AddAttribute(onnx::NodeProto* node, const std::string& name,
                                   onnx::AttributeProto::AttributeType type) {
  onnx::AttributeProto* attribute = node->add_attribute();
  attribute->set_name(name);
  attribute->set_type(type);
  return attribute;
}

onnx::GraphProto* AddSubgraph(onnx::NodeProto* node, const std::string& name) {
  return AddAttribute(node, name, onnx::AttributeProto::GRAPH)->mutable_g();
}

ReadResult Read(const onnx::ModelProto& model, const ReaderOptions& options) {
  return ReadBytes(model.SerializeAsString(), options);
}

ReadResult ReadBytes(const std::string& bytes, const ReaderOptions& options) {
  auto kept = std::make_unique<std::string>(bytes);
  auto model = ReadOnnxModel(*kept, options);
  return {std::move(kept), std::move(model)};
}

std::string ReasonOf(const absl::Status& status) {
  const auto reason = status.GetPayload(kReasonPayload);
  return reason ? std::string(*reason) : "";
}

std::vector<std::string> CodesOf(const Model& model) {
  std::vector<std::string> codes;
  for (const Finding& finding : model.findings) {
    codes.emplace_back(finding.code);
  }
  return codes;
}

const Value* FindValue(const Model& model, GraphId graph, absl::string_view name) {
  const Value* found = nullptr;
  for (const Value& value : model.values) {
    if (value.graph == graph && value.name == name) found = &value;
  }
  return found;
}

const Value& InputOf(const Model& model, GraphId graph, size_t node, size_t input) {
  return model.values[model.graphs[graph].nodes[node].inputs[input]];
}

}  // namespace shapewright::graph
