#include "absl/strings/str_cat.h"
#include "proto/onnx/onnx.pb.h"
#include "shapewright/v1/layout.pb.h"
#include "shapewright/v1/plan.pb.h"
#include "tests/end_to_end/support/models.h"
#include "tests/soak/hostile.h"

namespace shapewright::soak {
namespace {

using onnx::AttributeProto;
using onnx::GraphProto;
using onnx::ModelProto;
using onnx::NodeProto;
using onnx::TensorProto;

ModelProto NewModel(int round) {
  ModelProto model;
  model.set_ir_version(8);
  model.set_producer_name(absl::StrCat("round ", round));
  model.add_opset_import()->set_version(17);
  return model;
}

// A dim that is no number is a symbol; an empty one has no name.
onnx::ValueInfoProto& AddValue(onnx::ValueInfoProto* value, const std::string& name, int element,
                               const std::vector<std::string>& dims) {
  value->set_name(name);
  auto& tensor = *value->mutable_type()->mutable_tensor_type();
  tensor.set_elem_type(element);
  tensor.mutable_shape();
  for (const std::string& text : dims) {
    auto& dim = *tensor.mutable_shape()->add_dim();
    if (!text.empty() && text.find_first_not_of("0123456789") == std::string::npos) {
      dim.set_dim_value(std::stoll(text));
    } else if (!text.empty()) {
      dim.set_dim_param(text);
    }
  }
  return *value;
}

NodeProto& AddNode(GraphProto& graph, const std::string& op, const std::vector<std::string>& inputs,
                   const std::string& output) {
  NodeProto& node = *graph.add_node();
  node.set_op_type(op);
  for (const std::string& input : inputs) node.add_input(input);
  node.add_output(output);
  return node;
}

void SetInt(NodeProto& node, const std::string& name, int64_t value) {
  AttributeProto& attribute = *node.add_attribute();
  attribute.set_name(name);
  attribute.set_type(AttributeProto::INT);
  attribute.set_i(value);
}

GraphProto& SetGraph(NodeProto& node, const std::string& name) {
  AttributeProto& attribute = *node.add_attribute();
  attribute.set_name(name);
  attribute.set_type(AttributeProto::GRAPH);
  return *attribute.mutable_g();
}

void AddInts(GraphProto& graph, const std::string& name, const std::vector<int64_t>& values) {
  TensorProto& tensor = *graph.add_initializer();
  tensor.set_name(name);
  tensor.set_data_type(TensorProto::INT64);
  tensor.add_dims(static_cast<int64_t>(values.size()));
  for (const int64_t value : values) tensor.add_int64_data(value);
}

onnx::FunctionProto& AddFunction(ModelProto& model, const std::string& name) {
  onnx::FunctionProto& function = *model.add_functions();
  function.set_domain("f");
  function.set_name(name);
  function.add_input("x");
  function.add_output("y");
  function.add_opset_import()->set_version(17);
  onnx::OperatorSetIdProto& own = *function.add_opset_import();
  own.set_domain("f");
  own.set_version(1);
  return function;
}

void CallFunction(NodeProto& node, const std::string& name, const std::string& from,
                  const std::string& to) {
  node.set_domain("f");
  node.set_op_type(name);
  node.add_input(from);
  node.add_output(to);
}

ModelProto ModelWithFunctions(int round, const std::string& called) {
  ModelProto model = NewModel(round);
  onnx::OperatorSetIdProto& own = *model.add_opset_import();
  own.set_domain("f");
  own.set_version(1);
  AddValue(model.mutable_graph()->add_input(), "x", TensorProto::FLOAT, {"N"});
  CallFunction(*model.mutable_graph()->add_node(), called, "x", "y");
  model.mutable_graph()->add_output()->set_name("y");
  return model;
}

}  // namespace

std::string DoublingFunctions(int depth, int round) {
  ModelProto model = ModelWithFunctions(round, "f0");
  for (int i = 0; i < depth; ++i) {
    onnx::FunctionProto& function = AddFunction(model, absl::StrCat("f", i));
    if (i + 1 == depth) {
      NodeProto& last = *function.add_node();
      last.set_op_type("NonZero");
      last.add_input("x");
      last.add_output("y");
      break;
    }
    CallFunction(*function.add_node(), absl::StrCat("f", i + 1), "x", "a");
    CallFunction(*function.add_node(), absl::StrCat("f", i + 1), "a", "y");
  }
  return model.SerializeAsString();
}

std::string ManyFunctions(int count, int round) {
  ModelProto model = ModelWithFunctions(round, "f0");
  for (int i = 0; i < count; ++i) {
    NodeProto& node = *AddFunction(model, absl::StrCat("f", i)).add_node();
    node.set_op_type("Relu");
    node.add_input("x");
    node.add_output("y");
  }
  return model.SerializeAsString();
}

std::string MaximaOfSizes(int inputs, int maxima, int round) {
  ModelProto model = NewModel(round);
  GraphProto& graph = *model.mutable_graph();
  AddInts(graph, "one", {1});
  AddNode(graph, "Identity", {"one"}, "first");
  for (int i = 0; i < inputs; ++i) {
    AddValue(graph.add_input(), absl::StrCat("x", i), TensorProto::FLOAT,
             std::vector<std::string>(64));
  }
  for (int i = 0; i < inputs; ++i) {
    AddNode(graph, "Shape", {absl::StrCat("x", i)}, absl::StrCat("s", i));
  }
  std::vector<std::string> sizes;
  for (int i = 0; i < inputs; ++i) sizes.push_back(absl::StrCat("s", i));
  SetInt(AddNode(graph, "Concat", sizes, "sizes"), "axis", 0);
  for (int i = 0; i < maxima; ++i) {
    AddNode(graph, "Add", {"sizes", i == 0 ? "first" : absl::StrCat("m", i - 1)},
            absl::StrCat("a", i));
    SetInt(AddNode(graph, "ReduceMax", {absl::StrCat("a", i)}, absl::StrCat("m", i)), "keepdims",
           1);
  }
  AddNode(graph, "ConstantOfShape", {absl::StrCat("m", maxima - 1)}, "y");
  graph.add_output()->set_name("y");
  return model.SerializeAsString();
}

std::string WideMax(int inputs, int round) {
  ModelProto model = NewModel(round);
  GraphProto& graph = *model.mutable_graph();
  NodeProto& node = *graph.add_node();
  node.set_op_type("Max");
  for (int i = 0; i < inputs; ++i) {
    AddValue(graph.add_input(), absl::StrCat("x", i), TensorProto::FLOAT, {absl::StrCat("N", i)});
    node.add_input(absl::StrCat("x", i));
  }
  node.add_output("y");
  graph.add_output()->set_name("y");
  return model.SerializeAsString();
}

std::string NamesThatCountDown(int count, int round) {
  ModelProto model = NewModel(round);
  GraphProto& graph = *model.mutable_graph();
  std::vector<std::string> dims;
  for (int i = count; i > 0; --i) {
    dims.push_back(absl::StrCat("t", i));
    if (dims.size() < 60 && i > 1) continue;
    AddValue(graph.add_input(), absl::StrCat("x", i), TensorProto::FLOAT, dims);
    dims.clear();
  }
  AddNode(graph, "NonZero", {graph.input(0).name()}, "y");
  graph.add_output()->set_name("y");
  return model.SerializeAsString();
}

std::string IfOverManyElements(int values, int elements, int round) {
  ModelProto model = NewModel(round);
  GraphProto& graph = *model.mutable_graph();
  AddValue(graph.add_input(), "c", TensorProto::BOOL, {});
  NodeProto& node = *graph.add_node();
  node.set_op_type("If");
  node.add_input("c");
  for (const char* branch : {"then_branch", "else_branch"}) {
    GraphProto& body = SetGraph(node, branch);
    for (int i = 0; i < values; ++i) {
      std::vector<int64_t> numbers;
      for (int k = 0; k < elements; ++k) numbers.push_back(branch[0] == 't' ? k + i : 2 * k);
      AddInts(body, absl::StrCat(branch, i), numbers);
      AddNode(body, "Identity", {absl::StrCat(branch, i)}, absl::StrCat("o", branch, i));
      body.add_output()->set_name(absl::StrCat("o", branch, i));
    }
  }
  for (int i = 0; i < values; ++i) node.add_output(absl::StrCat("y", i));
  graph.add_output()->set_name("y0");
  return model.SerializeAsString();
}

std::string ElementsThatOutliveTheirBranch(int round) {
  ModelProto model = NewModel(round);
  GraphProto& graph = *model.mutable_graph();
  AddValue(graph.add_input(), "c", TensorProto::BOOL, {});
  AddValue(graph.add_input(), "x", TensorProto::INT64, {"N"});
  NodeProto& node = *graph.add_node();
  node.set_op_type("If");
  node.add_input("c");
  node.add_output("y");
  for (const char* branch : {"then_branch", "else_branch"}) {
    const bool is_then = branch[0] == 't';
    GraphProto& body = SetGraph(node, branch);
    AddInts(body, absl::StrCat(branch, "k"), std::vector<int64_t>(is_then ? 2 : 5, 1));
    AddNode(body, "Add", {"x", absl::StrCat(branch, "k")}, absl::StrCat(branch, "a"));
    AddNode(body, "ConstantOfShape", {"x"}, absl::StrCat(branch, "y"));
    body.add_output()->set_name(absl::StrCat(branch, "y"));
  }
  graph.add_output()->set_name("y");
  return model.SerializeAsString();
}

std::string TinyScale(int round) {
  ModelProto model = NewModel(round);
  GraphProto& graph = *model.mutable_graph();
  AddValue(graph.add_input(), "x", TensorProto::FLOAT, {"1", "3", "H", "9223372036854775807"});
  TensorProto& scales = *graph.add_initializer();
  scales.set_name("scales");
  scales.set_data_type(TensorProto::DOUBLE);
  scales.add_dims(4);
  for (int i = 0; i < 4; ++i) scales.add_double_data(1e-300);
  AddNode(graph, "Resize", {"x", "", "scales"}, "y");
  graph.add_output()->set_name("y");
  return model.SerializeAsString();
}

std::string HugeSplit(int round) {
  ModelProto model = NewModel(round);
  GraphProto& graph = *model.mutable_graph();
  AddValue(graph.add_input(), "x", TensorProto::FLOAT, {"N"});
  AddInts(graph, "split", {int64_t{1} << 62, int64_t{1} << 62, 1});
  NodeProto& node = AddNode(graph, "Split", {"x", "split"}, "a");
  node.add_output("b");
  node.add_output("c");
  graph.add_output()->set_name("a");
  return model.SerializeAsString();
}

v1::InferShapesRequest ElementsOfAFalseDeclaration(int round) {
  ModelProto model = NewModel(round);
  GraphProto& graph = *model.mutable_graph();
  AddValue(graph.add_input(), "x", TensorProto::FLOAT, {"A", "B", "C"});
  AddNode(graph, "Shape", {"x"}, "s");
  AddValue(graph.add_value_info(), "s", TensorProto::INT64, {"64"});
  AddNode(graph, "ConstantOfShape", {"s"}, "y");
  graph.add_output()->set_name("y");
  v1::InferShapesRequest request = end_to_end::Request(model.SerializeAsString());
  request.mutable_model()->mutable_options()->set_declared_types(v1::MERGE_POLICY_SKIP);
  return request;
}

std::string ManyObservedSizes(int count, int buckets, int round) {
  v1::ChooseBucketsRequest request;
  request.mutable_model()->set_onnx(end_to_end::ChainModel(1, round + 1));
  request.add_symbols("N");
  request.set_buckets(buckets);
  for (int k = 1; k <= count; ++k) {
    v1::ObservedSizes& observed = *request.add_observed();
    observed.add_sizes(k * 7919LL % 1'000'003);
    observed.set_count(1);
  }
  return request.SerializeAsString();
}

v1::InferShapesRequest ManyPremises(int count, int round) {
  v1::InferShapesRequest request = end_to_end::Request(end_to_end::ChainModel(1, round + 1));
  for (int i = 0; i < count; ++i) {
    const std::string symbol = i == 0 ? "N" : absl::StrCat("S", i);
    request.mutable_model()->add_premises(absl::StrCat(symbol, " >= ", i + round));
  }
  return request;
}

std::string ManyBindings(int count, int round) {
  v1::EvaluateShapesRequest request =
      end_to_end::SizesRequest(end_to_end::ChainModel(400, round + 1));
  for (int i = 0; i < count; ++i) {
    v1::SymbolSize& size = *request.add_bindings()->add_symbols();
    size.set_symbol("N");
    size.set_size(i + 1);
  }
  request.mutable_memory();
  return request.SerializeAsString();
}

std::string ManyPlaces(int pieces, int round) {
  v1::ComputeLayoutRequest request;
  v1::LayoutCase& layout = *request.add_cases();
  layout.mutable_tensor()->set_text("f32[64,64]{1,0:T(3,5)}");
  layout.set_label(absl::StrCat("round ", round));
  for (int i = 0; i < pieces; ++i) {
    layout.add_questions()->mutable_memory_order();
    v1::Numbers& places = *layout.add_questions()->mutable_elements_at();
    for (int place = 0; place < 64; ++place) places.add_values(place * 64);
  }
  return request.SerializeAsString();
}

}  // namespace shapewright::soak
