#ifndef SHAPEWRIGHT_TESTS_SERVER_METHODS_ANSWER_SUPPORT_H_
#define SHAPEWRIGHT_TESTS_SERVER_METHODS_ANSWER_SUPPORT_H_

#include <string>

#include "absl/status/status.h"
#include "core/graph/read_error.h"
#include "proto/onnx/onnx.pb.h"
#include "server/config/parse_options.h"

// What tests of answers about models share.
namespace shapewright::server {

// y = Relu(x), x: float[N, 3].
inline std::string ReluModel() {
  onnx::ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(17);
  onnx::GraphProto& graph = *model.mutable_graph();
  onnx::NodeProto& node = *graph.add_node();
  node.set_op_type("Relu");
  node.add_input("x");
  node.add_output("y");
  graph.add_output()->set_name("y");
  onnx::ValueInfoProto& input = *graph.add_input();
  input.set_name("x");
  auto& tensor = *input.mutable_type()->mutable_tensor_type();
  tensor.set_elem_type(onnx::TensorProto::FLOAT);
  tensor.mutable_shape()->add_dim()->set_dim_param("N");
  tensor.mutable_shape()->add_dim()->set_dim_value(3);
  return model.SerializeAsString();
}

inline Options DefaultOptions() {
  return *ParseOptions({}, [](const char*) { return nullptr; });
}

inline std::string FieldOf(const absl::Status& status) {
  const auto field = status.GetPayload(graph::kFieldPayload);
  return field.has_value() ? std::string(*field) : "";
}

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_TESTS_SERVER_METHODS_ANSWER_SUPPORT_H_
