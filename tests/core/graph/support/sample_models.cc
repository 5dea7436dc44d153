#include "tests/core/graph/support/sample_models.h"

#include "absl/strings/str_cat.h"
#include "core/shape/element_type.h"
#include "tests/core/graph/support/onnx_builder.h"

namespace shapewright::graph {
namespace {

using onnx::AttributeProto;
using onnx::TensorProto;
using onnx::TypeProto;

void SetTensor(TensorProto* tensor, const std::string& name) {
  tensor->set_name(name);
  tensor->set_data_type(TensorProto::FLOAT);
  tensor->add_dims(2);
  tensor->add_float_data(1.5f);
  tensor->add_float_data(-2);
}

void SetSparse(onnx::SparseTensorProto* tensor) {
  SetTensor(tensor->mutable_values(), "sparse");
  tensor->mutable_indices()->set_data_type(TensorProto::INT64);
  tensor->mutable_indices()->add_dims(2);
  tensor->mutable_indices()->add_int64_data(0);
  tensor->mutable_indices()->add_int64_data(5);
  tensor->add_dims(3);
  tensor->add_dims(4);
}

void SetGraph(onnx::GraphProto* graph, const std::string& name) {
  graph->set_name(name);
  AddNode(graph, "Relu", {"X"}, {"inner"});
  AddOutput(graph, "inner");
}

void AddLists(onnx::NodeProto* node) {
  auto* floats = AddAttribute(node, "floats", AttributeProto::FLOATS);
  for (const float f : {0.5f, -1.0f, 3e38f}) floats->add_floats(f);
  auto* ints = AddAttribute(node, "ints", AttributeProto::INTS);
  for (const int64_t i : {int64_t{0}, int64_t{-1}, INT64_MAX, INT64_MIN}) {
    ints->add_ints(i);
  }
  auto* strings = AddAttribute(node, "strings", AttributeProto::STRINGS);
  strings->add_strings("a");
  strings->add_strings("");
  auto* tensors = AddAttribute(node, "tensors", AttributeProto::TENSORS);
  SetTensor(tensors->add_tensors(), "t1");
  SetTensor(tensors->add_tensors(), "t2");
  auto* graphs = AddAttribute(node, "graphs", AttributeProto::GRAPHS);
  SetGraph(graphs->add_graphs(), "g1");
  SetGraph(graphs->add_graphs(), "g2");
  auto* sparse = AddAttribute(node, "sparses", AttributeProto::SPARSE_TENSORS);
  SetSparse(sparse->add_sparse_tensors());
  auto* types = AddAttribute(node, "types", AttributeProto::TYPE_PROTOS);
  types->add_type_protos()->mutable_tensor_type()->set_elem_type(7);
  types->add_type_protos()->mutable_sequence_type();
  AddAttribute(node, "empty", AttributeProto::INTS);
}

void AddTypedInput(onnx::GraphProto* graph, const std::string& name, const TypeProto& type) {
  onnx::ValueInfoProto* input = graph->add_input();
  input->set_name(name);
  *input->mutable_type() = type;
}

TypeProto TensorType() {
  TypeProto type;
  type.mutable_tensor_type()->set_elem_type(TensorProto::FLOAT16);
  auto* shape = type.mutable_tensor_type()->mutable_shape();
  shape->add_dim()->set_dim_param("N");
  shape->add_dim()->set_dim_value(3);
  shape->add_dim();
  return type;
}

}  // namespace

onnx::ModelProto ModelOfAllAttributes() {
  onnx::ModelProto model = NewModel();
  AddInput(model.mutable_graph(), "X");
  onnx::NodeProto* node = AddNode(model.mutable_graph(), "Any", {"X"}, {"Y"});
  node->set_name("all");
  AddAttribute(node, "f", AttributeProto::FLOAT)->set_f(0.25f);
  AddAttribute(node, "i", AttributeProto::INT)->set_i(-7);
  AddAttribute(node, "s", AttributeProto::STRING)->set_s("text");
  SetTensor(AddAttribute(node, "t", AttributeProto::TENSOR)->mutable_t(), "t");
  SetGraph(AddSubgraph(node, "g"), "g");
  *AddAttribute(node, "tp", AttributeProto::TYPE_PROTO)->mutable_tp() = TensorType();
  SetSparse(AddAttribute(node, "sparse", AttributeProto::SPARSE_TENSOR)->mutable_sparse_tensor());
  AddLists(node);
  AddOutput(model.mutable_graph(), "Y");
  return model;
}

onnx::ModelProto ModelOfAllTypes() {
  onnx::ModelProto model = NewModel();
  onnx::GraphProto* graph = model.mutable_graph();
  AddTypedInput(graph, "tensor", TensorType());
  TypeProto type;
  type.mutable_tensor_type()->set_elem_type(TensorProto::INT64);
  AddTypedInput(graph, "no_rank", type);
  *type.mutable_sequence_type()->mutable_elem_type() = TensorType();
  AddTypedInput(graph, "sequence", type);
  const TypeProto sequence = type;
  *type.mutable_optional_type()->mutable_elem_type() = sequence;
  AddTypedInput(graph, "optional", type);
  type.mutable_map_type()->set_key_type(TensorProto::STRING);
  *type.mutable_map_type()->mutable_value_type() = TensorType();
  AddTypedInput(graph, "map", type);
  type.mutable_opaque_type()->set_domain("d");
  type.mutable_opaque_type()->set_name("n");
  AddTypedInput(graph, "opaque", type);
  type.mutable_sparse_tensor_type()->set_elem_type(TensorProto::DOUBLE);
  type.mutable_sparse_tensor_type()->mutable_shape()->add_dim();
  AddTypedInput(graph, "sparse", type);
  AddTypedInput(graph, "nothing", TypeProto());
  for (int element = 1; element <= TensorProto::FLOAT6E3M2; ++element) {
    TensorProto* constant = graph->add_initializer();
    constant->set_name(absl::StrCat("constant", element));
    constant->set_data_type(element);
    if (element == TensorProto::STRING) {
      constant->add_string_data("text");
    } else {
      const int bits = shape::ElementBits(static_cast<shape::ElementType>(element));
      constant->set_raw_data(std::string(bits > 8 ? bits / 8 : 1, '\1'));
    }
  }
  return model;
}

onnx::ModelProto ModelOfSubgraphs() {
  onnx::ModelProto model = NewModel();
  onnx::GraphProto* graph = model.mutable_graph();
  AddInput(graph, "X", {2, -1});
  AddInitializer(graph, "trip", {3});
  AddNode(graph, "Relu", {"X"}, {"outer"});
  onnx::NodeProto* loop = AddNode(graph, "Loop", {"trip", "", "outer"}, {"last", ""});
  onnx::GraphProto* body = AddSubgraph(loop, "body");
  body->set_name("loop body");
  AddInput(body, "i");
  AddInput(body, "go");
  AddInput(body, "carried");
  onnx::NodeProto* branch = AddNode(body, "If", {"go"}, {"chosen"});
  onnx::GraphProto* then_branch = AddSubgraph(branch, "then_branch");
  AddNode(then_branch, "Add", {"carried", "outer"}, {"result"});
  AddOutput(then_branch, "result");
  onnx::GraphProto* else_branch = AddSubgraph(branch, "else_branch");
  AddNode(else_branch, "Neg", {"X"}, {"result"});
  AddOutput(else_branch, "result");
  AddOutput(body, "go");
  AddOutput(body, "chosen");
  AddOutput(graph, "last", {2, 2});
  return model;
}

onnx::ModelProto ModelOfFunctions() {
  onnx::ModelProto model = NewModel();
  auto* import = model.add_opset_import();
  import->set_domain("local");
  import->set_version(2);
  AddInput(model.mutable_graph(), "X");
  for (const std::string overload : {"", "wide"}) {
    onnx::FunctionProto* function = model.add_functions();
    function->set_domain("local");
    function->set_name("Twice");
    function->set_overload(overload);
    function->add_input("x");
    function->add_output("y");
    function->add_attribute("axis");
    auto* alpha = function->add_attribute_proto();
    alpha->set_name("alpha");
    alpha->set_type(AttributeProto::FLOAT);
    alpha->set_f(2);
    auto* opset = function->add_opset_import();
    opset->set_version(overload.empty() ? 13 : 18);
    onnx::NodeProto* node = AddNode(function, "Softmax", {"x"}, {"z"});
    AddAttribute(node, "axis", AttributeProto::INT)->set_ref_attr_name("axis");
    if (overload.empty()) {
      onnx::NodeProto* call = AddNode(function, "Twice", {"z"}, {"y"});
      call->set_domain("local");
      call->set_overload("wide");
    } else {
      AddNode(function, "Identity", {"z"}, {"y"});
    }
    auto* info = function->add_value_info();
    info->set_name("z");
    *info->mutable_type() = TensorType();
    onnx::NodeProto* call = AddNode(model.mutable_graph(), "Twice", {"X"}, {"Y" + overload});
    call->set_domain("local");
    call->set_overload(overload);
  }
  AddOutput(model.mutable_graph(), "Y");
  return model;
}

onnx::ModelProto EarlyModel() {
  onnx::ModelProto model;
  model.set_ir_version(2);
  AddInput(model.mutable_graph(), "X");
  AddNode(model.mutable_graph(), "Twice", {"X"}, {"Y"});
  onnx::FunctionProto* function = model.add_functions();
  function->set_name("Twice");
  function->add_input("x");
  function->add_output("y");
  AddNode(function, "Add", {"x", "x"}, {"y"});
  return model;
}

}  // namespace shapewright::graph
