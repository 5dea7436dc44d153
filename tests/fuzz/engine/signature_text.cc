// Fuzzes the signatures of operators: what is read is the rule of nodes of one model, whose answer
// is the same twice; what is not names the field and the reason.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/questions/infer_request.h"
#include "proto/onnx/onnx.pb.h"
#include "shapewright/v1/infer.pb.h"
#include "tests/fuzz/support/answer_check.h"

namespace shapewright::fuzz {
namespace {

void AddInput(const char* name, int element, std::initializer_list<const char*> dims,
              onnx::GraphProto* graph) {
  onnx::ValueInfoProto* input = graph->add_input();
  input->set_name(name);
  auto* tensor = input->mutable_type()->mutable_tensor_type();
  tensor->set_elem_type(element);
  for (const char* dim : dims) tensor->mutable_shape()->add_dim()->set_dim_param(dim);
}

void AddNode(std::initializer_list<const char*> inputs, std::initializer_list<const char*> outputs,
             onnx::GraphProto* graph) {
  onnx::NodeProto* node = graph->add_node();
  node->set_op_type("Op");
  node->set_domain("own");
  for (const char* input : inputs) node->add_input(input);
  for (const char* output : outputs) node->add_output(output);
  onnx::AttributeProto* number = node->add_attribute();
  number->set_name("k");
  number->set_type(onnx::AttributeProto::INT);
  number->set_i(2);
  onnx::AttributeProto* list = node->add_attribute();
  list->set_name("pads");
  list->set_type(onnx::AttributeProto::INTS);
  for (const int64_t entry : {1, 0, 3}) list->add_ints(entry);
}

// Nodes of one to four operands, one of which is left out and one of unknown rank.
std::string Model() {
  onnx::ModelProto model;
  model.set_ir_version(10);
  model.add_opset_import()->set_version(17);
  onnx::OperatorSetIdProto* own = model.add_opset_import();
  own->set_domain("own");
  own->set_version(1);
  onnx::GraphProto* graph = model.mutable_graph();
  AddInput("x", onnx::TensorProto::FLOAT, {"N", "C", "H"}, graph);
  AddInput("y", onnx::TensorProto::FLOAT, {"N", "M"}, graph);
  AddInput("v", onnx::TensorProto::INT64, {}, graph);
  onnx::ValueInfoProto* any = graph->add_input();
  any->set_name("a");
  any->mutable_type()->mutable_tensor_type()->set_elem_type(onnx::TensorProto::FLOAT);
  AddNode({"x"}, {"b"}, graph);
  AddNode({"x", "y", "", "v"}, {"c", "d"}, graph);
  AddNode({"a", "c"}, {"e"}, graph);
  AddNode({"b", "b", "d"}, {"f", "", "g"}, graph);
  for (const char* name : {"e", "f", "g"}) graph->add_output()->set_name(name);
  return model.SerializeAsString();
}

void Check(const std::string& signature) {
  static const auto& model = *new const std::string(Model());
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(model);
  v1::OperatorRule* rule = request.mutable_model()->add_operator_rules();
  rule->mutable_key()->set_domain("own");
  rule->mutable_key()->set_op_type("Op");
  rule->set_signature(signature);
  const inference::InferOptions options = SmallLimits();
  CheckAnswers([&] { return questions::InferRequest(request, options); });
}

}  // namespace
}  // namespace shapewright::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  shapewright::fuzz::Check(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
