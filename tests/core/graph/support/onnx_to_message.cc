#include "tests/core/graph/support/onnx_to_message.h"

#include <map>
#include <set>
#include <string>

namespace shapewright::graph {
namespace {

void Convert(const onnx::TensorShapeProto& shape, v1::Shape* message) {
  for (const auto& dim : shape.dim()) {
    v1::Dim* added = message->add_dims();
    if (dim.has_dim_value()) added->set_size(dim.dim_value());
    if (dim.has_dim_param()) added->set_expr(dim.dim_param());
  }
}

template <typename Tensor>
void ConvertTensor(const Tensor& type, v1::TensorType* message) {
  message->set_element_type(static_cast<v1::ElementType>(type.elem_type()));
  if (type.has_shape()) Convert(type.shape(), message->mutable_shape());
}

void Convert(const onnx::TypeProto& type, v1::Type* message) {
  switch (type.value_case()) {
    case onnx::TypeProto::kTensorType:
      return ConvertTensor(type.tensor_type(), message->mutable_tensor());
    case onnx::TypeProto::kSparseTensorType:
      return ConvertTensor(type.sparse_tensor_type(), message->mutable_sparse_tensor());
    case onnx::TypeProto::kSequenceType:
      return Convert(type.sequence_type().elem_type(),
                     message->mutable_sequence()->mutable_element());
    case onnx::TypeProto::kOptionalType:
      return Convert(type.optional_type().elem_type(),
                     message->mutable_optional()->mutable_element());
    case onnx::TypeProto::kMapType:
      message->mutable_map()->set_key(static_cast<v1::ElementType>(type.map_type().key_type()));
      return Convert(type.map_type().value_type(), message->mutable_map()->mutable_value());
    case onnx::TypeProto::kOpaqueType:
      message->mutable_opaque()->set_domain(type.opaque_type().domain());
      message->mutable_opaque()->set_name(type.opaque_type().name());
      return;
    default:
      return;
  }
}

void Convert(const onnx::TensorProto& tensor, v1::Tensor* message) {
  message->set_element_type(static_cast<v1::ElementType>(tensor.data_type()));
  *message->mutable_sizes() = tensor.dims();
  if (tensor.data_location() == onnx::TensorProto::EXTERNAL) {
    message->set_stripped(true);
  } else if (!tensor.raw_data().empty()) {
    message->set_raw(tensor.raw_data());
  } else if (!tensor.string_data().empty()) {
    for (const auto& text : tensor.string_data()) message->add_strings(text);
  } else {
    for (const int64_t item : tensor.int64_data()) message->add_ints(item);
    for (const int32_t item : tensor.int32_data()) message->add_ints(item);
    for (const float item : tensor.float_data()) message->add_floats(item);
    for (const double item : tensor.double_data()) message->add_floats(item);
  }
}

void Convert(const onnx::SparseTensorProto& tensor, v1::SparseTensor* message) {
  Convert(tensor.values(), message->mutable_values());
  Convert(tensor.indices(), message->mutable_indices());
  *message->mutable_sizes() = tensor.dims();
}

void Convert(const onnx::GraphProto& graph, int64_t ir, v1::Graph* message);

void ConvertLists(const onnx::AttributeProto& attribute, int64_t ir, v1::Attribute* message) {
  switch (attribute.type()) {
    case onnx::AttributeProto::FLOATS:
      for (const float item : attribute.floats()) {
        message->mutable_floats()->add_values(item);
      }
      message->mutable_floats();
      return;
    case onnx::AttributeProto::INTS:
      *message->mutable_ints()->mutable_values() = attribute.ints();
      return;
    case onnx::AttributeProto::STRINGS:
      *message->mutable_bytes_list()->mutable_values() = attribute.strings();
      return;
    case onnx::AttributeProto::TENSORS:
      for (const auto& tensor : attribute.tensors()) {
        Convert(tensor, message->mutable_tensors()->add_values());
      }
      return;
    case onnx::AttributeProto::GRAPHS:
      for (const auto& graph : attribute.graphs()) {
        Convert(graph, ir, message->mutable_graphs()->add_values());
      }
      return;
    case onnx::AttributeProto::TYPE_PROTOS:
      for (const auto& type : attribute.type_protos()) {
        Convert(type, message->mutable_types()->add_values());
      }
      return;
    default:
      return;
  }
}

void Convert(const onnx::AttributeProto& attribute, int64_t ir, v1::Attribute* message) {
  message->set_name(attribute.name());
  if (!attribute.ref_attr_name().empty()) {
    message->set_reference(attribute.ref_attr_name());
    return;
  }
  switch (attribute.type()) {
    case onnx::AttributeProto::FLOAT:
      return message->set_float_value(attribute.f());
    case onnx::AttributeProto::INT:
      return message->set_int_value(attribute.i());
    case onnx::AttributeProto::STRING:
      return message->set_bytes_value(attribute.s());
    case onnx::AttributeProto::TENSOR:
      return Convert(attribute.t(), message->mutable_tensor());
    case onnx::AttributeProto::GRAPH:
      return Convert(attribute.g(), ir, message->mutable_graph());
    case onnx::AttributeProto::SPARSE_TENSOR:
      return Convert(attribute.sparse_tensor(), message->mutable_sparse_tensor());
    case onnx::AttributeProto::TYPE_PROTO:
      return Convert(attribute.tp(), message->mutable_type());
    default:
      return ConvertLists(attribute, ir, message);
  }
}

void Convert(const onnx::NodeProto& node, int64_t ir, v1::Node* message) {
  message->set_name(node.name());
  message->set_domain(node.domain());
  message->set_op_type(node.op_type());
  message->set_overload(node.overload());
  *message->mutable_inputs() = node.input();
  *message->mutable_outputs() = node.output();
  for (const auto& attribute : node.attribute()) {
    Convert(attribute, ir, message->add_attributes());
  }
}

void Convert(const onnx::ValueInfoProto& info, v1::Value* message) {
  message->set_name(info.name());
  if (info.has_type()) Convert(info.type(), message->mutable_type());
}

void Convert(const onnx::GraphProto& graph, int64_t ir, v1::Graph* message) {
  message->set_name(graph.name());
  std::map<std::string, const onnx::TensorProto*> constants;
  for (const auto& tensor : graph.initializer()) {
    constants[tensor.name()] = &tensor;
  }
  std::set<std::string> inputs;
  for (const auto& input : graph.input()) {
    const auto constant = constants.find(input.name());
    const bool is_constant = constant != constants.end();
    // Up to IR 3 an input with an initializer is none.
    v1::Value* value = is_constant && ir < 4 ? message->add_values() : message->add_inputs();
    Convert(input, value);
    if (is_constant) Convert(*constant->second, value->mutable_constant());
    inputs.insert(input.name());
  }
  for (const auto& tensor : graph.initializer()) {
    if (inputs.contains(tensor.name())) continue;
    v1::Value* value = message->add_values();
    value->set_name(tensor.name());
    Convert(tensor, value->mutable_constant());
  }
  for (const auto& node : graph.node()) Convert(node, ir, message->add_nodes());
  for (const auto& info : graph.value_info()) {
    Convert(info, message->add_values());
  }
  for (const auto& output : graph.output()) {
    message->add_outputs(output.name());
    Convert(output, message->add_values());
  }
}

void Convert(const onnx::OperatorSetIdProto& opset, v1::OpsetImport* message) {
  message->set_domain(opset.domain());
  message->set_version(opset.version());
}

void Convert(const onnx::FunctionProto& function, const v1::Model& model, int64_t ir,
             v1::Function* message) {
  message->set_domain(function.domain());
  message->set_name(function.name());
  message->set_overload(function.overload());
  *message->mutable_inputs() = function.input();
  *message->mutable_outputs() = function.output();
  *message->mutable_attributes() = function.attribute();
  for (const auto& attribute : function.attribute_proto()) {
    Convert(attribute, ir, message->add_defaults());
  }
  for (const auto& node : function.node()) {
    Convert(node, ir, message->add_nodes());
  }
  for (const auto& opset : function.opset_import()) {
    Convert(opset, message->add_opsets());
  }
  // What the ONNX reader takes over from the model.
  for (const auto& opset : model.opsets()) {
    if (!opset.domain().empty()) *message->add_opsets() = opset;
  }
  for (const auto& info : function.value_info()) {
    Convert(info, message->add_values());
  }
}

}  // namespace

v1::Model ToMessage(const onnx::ModelProto& model) {
  v1::Model message;
  std::set<std::string> domains;  // some models import one twice
  for (const auto& opset : model.opset_import()) {
    if (!domains.insert(opset.domain()).second) continue;
    Convert(opset, message.add_opsets());
  }
  Convert(model.graph(), model.ir_version(), message.mutable_graph());
  for (const auto& function : model.functions()) {
    Convert(function, message, model.ir_version(), message.add_functions());
  }
  return message;
}

}  // namespace shapewright::graph
