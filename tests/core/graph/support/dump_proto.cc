#include <map>
#include <set>
#include <vector>

#include "tests/core/graph/support/dump.h"
#include "tests/core/graph/support/dump_text.h"

namespace shapewright::graph {
namespace {

using Opsets = std::map<std::string, int64_t>;

std::string Normal(const std::string& domain) { return domain == "ai.onnx" ? "" : domain; }

int ElementNumber(int32_t number) { return number >= 0 && number < 255 ? number : 255; }

std::string DumpType(const onnx::TypeProto& type);

std::string DumpShape(const onnx::TensorShapeProto& shape) {
  std::string text = "[";
  for (const auto& dim : shape.dim()) {
    absl::StrAppend(&text,
                    dim.has_dim_value() ? absl::StrCat(dim.dim_value()) : DumpName(dim.dim_param()),
                    ",");
  }
  return absl::StrCat(text, "]");
}

template <typename Tensor>
std::string DumpTensorType(int kind, const Tensor& type) {
  return absl::StrCat("kind ", kind, " of ", ElementNumber(type.elem_type()),
                      type.has_shape() ? DumpShape(type.shape()) : "", "<->''''");
}

std::string DumpHolder(int kind, int key, const onnx::TypeProto& inner) {
  return absl::StrCat("kind ", kind, " of ", key, "<", DumpType(inner), ">''''");
}

std::string DumpType(const onnx::TypeProto& type) {
  switch (type.value_case()) {
    case onnx::TypeProto::kTensorType:
      return DumpTensorType(1, type.tensor_type());
    case onnx::TypeProto::kSparseTensorType:
      return DumpTensorType(2, type.sparse_tensor_type());
    case onnx::TypeProto::kSequenceType:
      return DumpHolder(3, 0, type.sequence_type().elem_type());
    case onnx::TypeProto::kMapType:
      return DumpHolder(4, ElementNumber(type.map_type().key_type()), type.map_type().value_type());
    case onnx::TypeProto::kOptionalType:
      return DumpHolder(5, 0, type.optional_type().elem_type());
    case onnx::TypeProto::kOpaqueType:
      return absl::StrCat("kind 6 of 0<->", DumpName(type.opaque_type().domain()),
                          DumpName(type.opaque_type().name()));
    default:
      return "-";
  }
}

template <typename List>
std::string DumpData(absl::string_view what, const List& list) {
  if (list.empty()) return "";
  return absl::StrCat(" ", what, " ", DumpNumbers(list));
}

std::string DumpElements(const onnx::TensorProto& tensor) {
  const int32_t type = tensor.data_type();
  if (!tensor.raw_data().empty() && type != onnx::TensorProto::STRING) {
    return absl::StrCat(" raw ", DumpBytes(tensor.raw_data()));
  }
  switch (type) {
    case onnx::TensorProto::FLOAT:
    case onnx::TensorProto::COMPLEX64:
      return DumpData("floats", tensor.float_data());
    case onnx::TensorProto::DOUBLE:
    case onnx::TensorProto::COMPLEX128:
      return DumpData("doubles", tensor.double_data());
    case onnx::TensorProto::INT64:
      return DumpData("ints", tensor.int64_data());
    case onnx::TensorProto::UINT32:
    case onnx::TensorProto::UINT64: {
      const auto& data = tensor.uint64_data();
      return DumpData("ints", std::vector<int64_t>(data.begin(), data.end()));
    }
    case onnx::TensorProto::STRING:
      if (tensor.string_data().empty()) return "";
      return absl::StrCat(" strings ", DumpNames(tensor.string_data()));
    default:
      if (type <= 0 || type > onnx::TensorProto::FLOAT6E3M2) return "";
      return DumpData("ints", tensor.int32_data());
  }
}

std::string DumpTensor(const onnx::TensorProto& tensor) {
  const bool is_external =
      tensor.data_location() == onnx::TensorProto::EXTERNAL || tensor.external_data_size() > 0;
  return absl::StrCat(DumpName(tensor.name()), " ", ElementNumber(tensor.data_type()), "[",
                      absl::StrJoin(tensor.dims(), ","), "]",
                      is_external ? " external" : DumpElements(tensor));
}

std::string DumpTensor(const onnx::SparseTensorProto& tensor) {
  return absl::StrCat(DumpName(tensor.values().name()), " ",
                      ElementNumber(tensor.values().data_type()), "[",
                      absl::StrJoin(tensor.dims(), ","), "] sparse");
}

class ProtoDump {
 public:
  explicit ProtoDump(const onnx::ModelProto& model) : model_(model) {}

  std::string Dump() const;

 private:
  std::string DumpAttribute(const onnx::AttributeProto& attribute, const Opsets& opsets) const;
  std::string DumpAttributeValue(const onnx::AttributeProto& attribute, int kind,
                                 const Opsets& opsets) const;
  template <typename Nodes>
  std::string DumpNodes(const Nodes& nodes, const Opsets& opsets) const;
  std::string DumpGraph(const onnx::GraphProto& graph, const Opsets& opsets) const;
  std::string DumpFunction(const onnx::FunctionProto& function) const;
  // Models of an early version that import nothing mean the first opset of ONNX.
  bool HasImpliedOpset() const { return model_.opset_import().empty() && model_.ir_version() < 3; }
  Opsets ImportedOpsets() const;

  const onnx::ModelProto& model_;
};

int KindOf(const onnx::AttributeProto& a) {
  if (a.type() != onnx::AttributeProto::UNDEFINED) return a.type();
  if (a.has_f()) return 1;
  if (a.has_i()) return 2;
  if (a.has_s()) return 3;
  if (a.has_t()) return 4;
  if (a.has_g()) return 5;
  if (a.floats_size() > 0) return 6;
  if (a.ints_size() > 0) return 7;
  if (a.strings_size() > 0) return 8;
  if (a.tensors_size() > 0) return 9;
  if (a.graphs_size() > 0) return 10;
  if (a.has_sparse_tensor()) return 11;
  if (a.sparse_tensors_size() > 0) return 12;
  if (a.has_tp()) return 13;
  return a.type_protos_size() > 0 ? 14 : 0;
}

template <typename List, typename DumpOne>
std::string DumpEach(const List& list, DumpOne dump_one) {
  std::string text;
  for (const auto& item : list) absl::StrAppend(&text, dump_one(item), ";");
  return text;
}

std::string ProtoDump::DumpAttributeValue(const onnx::AttributeProto& a, int kind,
                                          const Opsets& opsets) const {
  const auto tensor = [](const auto& t) { return DumpTensor(t); };
  switch (kind) {
    case 1:
      return absl::StrCat(a.f());
    case 2:
      return absl::StrCat(a.i());
    case 3:
      return DumpBytes(a.s());
    case 4:
      return DumpTensor(a.t());
    case 5:
      return absl::StrCat("\n", Indent(DumpGraph(a.g(), opsets)));
    case 6:
      return DumpNumbers(a.floats());
    case 7:
      return DumpNumbers(a.ints());
    case 8:
      return DumpNames(a.strings());
    case 9:
      return DumpEach(a.tensors(), tensor);
    case 10: {
      std::string text;
      for (const auto& graph : a.graphs()) {
        absl::StrAppend(&text, "\n", Indent(DumpGraph(graph, opsets)));
      }
      return text;
    }
    case 11:
      return DumpTensor(a.sparse_tensor());
    case 12:
      return DumpEach(a.sparse_tensors(), tensor);
    case 13:
      return DumpType(a.tp());
    case 14:
      return DumpEach(a.type_protos(), DumpType);
    default:
      return "";
  }
}

std::string ProtoDump::DumpAttribute(const onnx::AttributeProto& attribute,
                                     const Opsets& opsets) const {
  const int kind = KindOf(attribute);
  return absl::StrCat(DumpName(attribute.name()), " kind ", kind, " ref ",
                      DumpName(attribute.ref_attr_name()), " ",
                      DumpAttributeValue(attribute, kind, opsets));
}

template <typename Nodes>
std::string ProtoDump::DumpNodes(const Nodes& nodes, const Opsets& opsets) const {
  std::string text;
  for (const onnx::NodeProto& node : nodes) {
    const std::string domain = Normal(node.domain());
    const auto opset = opsets.find(domain);
    const int64_t version = opset == opsets.end() ? 0 : opset->second;
    absl::StrAppend(&text, "node ", DumpName(node.name()), " ",
                    DumpOperator(domain, node.op_type(), node.overload(), version),
                    DumpNames(node.input()), " -> ", DumpNames(node.output()), "\n");
    for (const auto& attribute : node.attribute()) {
      absl::StrAppend(&text, Indent(DumpAttribute(attribute, opsets)));
    }
  }
  return text;
}

// What is known of a value of a graph.
struct ProtoValue {
  bool is_input = false;
  bool is_constant = false;
  const onnx::TypeProto* info = nullptr;
  const onnx::TypeProto* output = nullptr;
  std::string tensor;
};

using ProtoValues = std::map<std::string, ProtoValue>;

std::string DumpDeclared(const ProtoValue& value) {
  const onnx::TypeProto* info = value.info;
  const onnx::TypeProto* output = value.output;
  if (output == nullptr) return info == nullptr ? "-" : DumpType(*info);
  if (info == nullptr) return DumpType(*output);
  if (value.is_input || value.is_constant) return DumpType(*info);
  const bool loses_shape = info->value_case() == output->value_case() &&
                           info->tensor_type().has_shape() && !output->tensor_type().has_shape();
  if (!loses_shape) return DumpType(*output);
  onnx::TypeProto both = *info;
  if (output->tensor_type().elem_type() != 0) {
    both.mutable_tensor_type()->set_elem_type(output->tensor_type().elem_type());
  }
  return DumpType(both);
}

std::string DumpValues(const ProtoValues& values) {
  std::set<std::string> lines;
  for (const auto& [name, value] : values) {
    lines.insert(absl::StrCat("value ", DumpName(name), " ", value.is_constant ? "constant " : "",
                              DumpDeclared(value), " ", value.tensor, "\n"));
  }
  return absl::StrJoin(lines, "");
}

template <typename Nodes>
void AddResults(const Nodes& nodes, ProtoValues* values) {
  for (const onnx::NodeProto& node : nodes) {
    for (const std::string& output : node.output()) {
      if (!output.empty()) (*values)[output];
    }
  }
}

template <typename Infos>
void AddTypes(const Infos& infos, const onnx::TypeProto* ProtoValue::*member, ProtoValues* values) {
  for (const onnx::ValueInfoProto& info : infos) {
    const auto value = values->find(info.name());
    if (value == values->end() || info.type().value_case() == 0) continue;
    if (value->second.is_input && value->second.info != nullptr) continue;
    value->second.*member = &info.type();
  }
}

std::string ProtoDump::DumpGraph(const onnx::GraphProto& graph, const Opsets& opsets) const {
  const bool replaces = model_.ir_version() < 4;
  ProtoValues values;
  for (const auto& input : graph.input()) {
    ProtoValue& value = values[input.name()];
    value.is_input = true;
    if (input.type().value_case() != 0) value.info = &input.type();
  }
  const auto add_constant = [&](const std::string& name, std::string tensor) {
    if (name.empty()) return;
    ProtoValue& value = values[name];
    value.is_constant = !value.is_input || replaces;
    value.tensor = std::move(tensor);
  };
  for (const auto& tensor : graph.initializer()) {
    add_constant(tensor.name(), DumpTensor(tensor));
  }
  for (const auto& tensor : graph.sparse_initializer()) {
    add_constant(tensor.values().name(), DumpTensor(tensor));
  }
  AddResults(graph.node(), &values);
  AddTypes(graph.value_info(), &ProtoValue::info, &values);
  std::vector<std::string> outputs;
  for (const auto& output : graph.output()) outputs.push_back(output.name());
  AddTypes(graph.output(), &ProtoValue::output, &values);
  std::vector<std::string> inputs;
  for (const auto& input : graph.input()) {
    if (!values[input.name()].is_constant) inputs.push_back(input.name());
  }
  return absl::StrCat("graph ", DumpName(graph.name()), "\ninputs ", DumpNames(inputs), "\n",
                      DumpNodes(graph.node(), opsets), "outputs ", DumpNames(outputs), "\n",
                      DumpValues(values));
}

Opsets ProtoDump::ImportedOpsets() const {
  Opsets opsets;
  for (const auto& import : model_.opset_import()) {
    opsets[Normal(import.domain())] = import.version();
  }
  if (HasImpliedOpset()) opsets[""] = 1;
  return opsets;
}

std::string ProtoDump::DumpFunction(const onnx::FunctionProto& function) const {
  const Opsets imported = ImportedOpsets();
  Opsets opsets;
  for (const auto& callee : model_.functions()) {
    const auto found = imported.find(Normal(callee.domain()));
    if (found != imported.end() && found->second > 0) opsets.insert(*found);
  }
  for (const auto& import : function.opset_import()) {
    opsets[Normal(import.domain())] = import.version();
  }
  std::string text = absl::StrCat(
      "function ", DumpOperator(Normal(function.domain()), function.name(), function.overload(), 0),
      DumpNames(function.attribute()), "\n");
  for (const auto& attribute : function.attribute_proto()) {
    absl::StrAppend(&text, Indent(DumpAttribute(attribute, opsets)));
  }
  ProtoValues values;
  for (const std::string& input : function.input()) {
    values[input].is_input = true;
  }
  AddResults(function.node(), &values);
  AddTypes(function.value_info(), &ProtoValue::info, &values);
  const std::string body =
      absl::StrCat("graph ", DumpName(function.name()), "\ninputs ", DumpNames(function.input()),
                   "\n", DumpNodes(function.node(), opsets), "outputs ",
                   DumpNames(function.output()), "\n", DumpValues(values));
  return absl::StrCat(text, Indent(body));
}

std::string ProtoDump::Dump() const {
  std::string text = absl::StrCat("ir ", model_.ir_version(), "\n");
  for (const auto& import : model_.opset_import()) {
    absl::StrAppend(&text, "opset ", DumpName(Normal(import.domain())), " ", import.version(),
                    "\n");
  }
  if (HasImpliedOpset()) absl::StrAppend(&text, "opset '' 1\n");
  absl::StrAppend(&text, DumpGraph(model_.graph(), ImportedOpsets()));
  for (const auto& function : model_.functions()) {
    absl::StrAppend(&text, DumpFunction(function));
  }
  return text;
}

}  // namespace

std::string DumpProto(const onnx::ModelProto& model) { return ProtoDump(model).Dump(); }

}  // namespace shapewright::graph
