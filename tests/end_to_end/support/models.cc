#include "tests/end_to_end/support/models.h"

#include "proto/onnx/onnx.pb.h"
#include "tests/data_path/data_path.h"
#include "tests/end_to_end/support/process.h"

namespace shapewright::end_to_end {
namespace {

onnx::ModelProto EmptyModel() {
  onnx::ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(17);
  onnx::ValueInfoProto& input = *model.mutable_graph()->add_input();
  input.set_name("x");
  auto& tensor = *input.mutable_type()->mutable_tensor_type();
  tensor.set_elem_type(onnx::TensorProto::FLOAT);
  tensor.mutable_shape()->add_dim()->set_dim_param("N");
  tensor.mutable_shape()->add_dim()->set_dim_value(3);
  return model;
}

onnx::NodeProto& AddNode(onnx::GraphProto& graph, const std::string& op, const std::string& input,
                         const std::string& output) {
  onnx::NodeProto& node = *graph.add_node();
  node.set_op_type(op);
  node.add_input(input);
  node.add_output(output);
  return node;
}

}  // namespace

std::string ReluModel() { return ChainModel(1); }

std::string ChainModel(int nodes, int variant) {
  onnx::ModelProto model = EmptyModel();
  if (variant != 0) model.set_producer_name("variant " + std::to_string(1'000'000 + variant));
  onnx::GraphProto& graph = *model.mutable_graph();
  std::string last = "x";
  for (int i = 0; i < nodes; ++i) {
    const std::string next = "v" + std::to_string(i);
    AddNode(graph, "Relu", last, next);
    last = next;
  }
  graph.add_output()->set_name(last);
  return model.SerializeAsString();
}

std::vector<std::string> SlowRequests(int count, int nodes) {
  std::vector<std::string> requests;
  requests.reserve(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) {
    requests.push_back(Request(ChainModel(nodes, i)).SerializeAsString());
  }
  return requests;
}

std::vector<std::string> LongRequests(int count) {
  // The memory of each node is planned for each binding. What they may take is for the bytes of the
  // model.
  constexpr int kNodes = 200'000;
  constexpr int kBindings = 10'000;
  v1::EvaluateShapesRequest request = SizesRequest(ChainModel(kNodes));
  request.mutable_memory();
  for (int i = 1; i <= kBindings; ++i) {
    v1::SymbolSize& size = *request.add_bindings()->add_symbols();
    size.set_symbol("N");
    size.set_size(i);
  }
  std::vector<std::string> requests;
  for (int i = 0; i < count; ++i) {
    request.mutable_bindings(0)->set_label(std::to_string(i));
    requests.push_back(request.SerializeAsString());
  }
  return requests;
}

std::string InvalidModel() {
  onnx::ModelProto model = EmptyModel();
  onnx::GraphProto& graph = *model.mutable_graph();
  const auto set_sizes = [](onnx::ValueInfoProto& input, int64_t rows, int64_t columns) {
    auto& shape = *input.mutable_type()->mutable_tensor_type()->mutable_shape();
    shape.mutable_dim(0)->set_dim_value(rows);
    shape.mutable_dim(1)->set_dim_value(columns);
  };
  *graph.add_input() = graph.input(0);
  graph.mutable_input(1)->set_name("w");
  set_sizes(*graph.mutable_input(0), 2, 6);
  set_sizes(*graph.mutable_input(1), 7, 3);
  AddNode(graph, "MatMul", "x", "y").add_input("w");
  graph.add_output()->set_name("y");
  return model.SerializeAsString();
}

std::string CyclicModel() {
  onnx::ModelProto model = EmptyModel();
  AddNode(*model.mutable_graph(), "Relu", "b", "a").set_name("first");
  AddNode(*model.mutable_graph(), "Relu", "a", "b").set_name("second");
  return model.SerializeAsString();
}

std::string NestedModel(int depth) {
  onnx::ModelProto model = EmptyModel();
  onnx::GraphProto* graph = model.mutable_graph();
  for (int i = 0; i < depth; ++i) {
    onnx::AttributeProto& body =
        *AddNode(*graph, "Loop", "", "v" + std::to_string(i)).add_attribute();
    body.set_name("body");
    body.set_type(onnx::AttributeProto::GRAPH);
    graph = body.mutable_g();
  }
  return model.SerializeAsString();
}

std::string PaddedModel(size_t bytes) {
  onnx::ModelProto model;
  model.ParseFromString(ReluModel());
  model.set_doc_string(std::string(bytes, 'd'));
  return model.SerializeAsString();
}

std::string CorpusModel(const std::string& name) {
  return ReadFile(DataPath("corpus/models/" + name));
}

v1::InferShapesRequest Request(const std::string& onnx) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(onnx);
  return request;
}

v1::InferShapesRequest RequestById(const std::string& model_id) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_model_id(model_id);
  return request;
}

v1::EvaluateShapesRequest SizesRequest(const std::string& onnx) {
  v1::EvaluateShapesRequest request;
  request.mutable_model()->set_onnx(onnx);
  return request;
}

v1::InferShapesRequest RequestByPath(const std::string& path) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_path(path);
  return request;
}

}  // namespace shapewright::end_to_end
