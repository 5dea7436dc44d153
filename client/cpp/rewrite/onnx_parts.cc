#include "client/cpp/rewrite/onnx_parts.h"

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "proto/onnx/onnx.pb.h"

namespace shapewright {
namespace {

constexpr int kBits = 8;

// Bytes of an element; 0: no edit has elements of this type.
size_t ElementBytes(v1::ElementType type) {
  switch (type) {
    case v1::ELEMENT_TYPE_BOOL:
    case v1::ELEMENT_TYPE_INT8:
    case v1::ELEMENT_TYPE_UINT8:
      return 1;
    case v1::ELEMENT_TYPE_INT16:
    case v1::ELEMENT_TYPE_UINT16:
      return 2;
    case v1::ELEMENT_TYPE_INT32:
    case v1::ELEMENT_TYPE_UINT32:
      return 4;
    case v1::ELEMENT_TYPE_INT64:
    case v1::ELEMENT_TYPE_UINT64:
      return 8;
    default:
      return 0;
  }
}

absl::Status PutAttribute(const v1::Attribute& attribute, onnx::AttributeProto* out) {
  out->set_name(attribute.name());
  switch (attribute.value_case()) {
    case v1::Attribute::kIntValue:
      out->set_type(onnx::AttributeProto::INT);
      out->set_i(attribute.int_value());
      return absl::OkStatus();
    case v1::Attribute::kInts:
      out->set_type(onnx::AttributeProto::INTS);
      for (const int64_t value : attribute.ints().values()) out->add_ints(value);
      return absl::OkStatus();
    case v1::Attribute::kBytesValue:
      out->set_type(onnx::AttributeProto::STRING);
      out->set_s(attribute.bytes_value());
      return absl::OkStatus();
    default:
      return absl::InvalidArgumentError(absl::StrCat("an edit sets the attribute ",
                                                     attribute.name(), " to no integer or string"));
  }
}

template <typename Tensor>
absl::Status PutShape(const v1::ShapeEdit& edit, Tensor* tensor) {
  onnx::TensorShapeProto& shape = *tensor->mutable_shape();
  if (shape.dim_size() != edit.dims_size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("an edit changes the rank that ", edit.value(), " is declared with"));
  }
  for (int axis = 0; axis < edit.dims_size(); ++axis) {
    const v1::Dim& dim = edit.dims(axis);
    onnx::TensorShapeProto::Dimension& out = *shape.mutable_dim(axis);
    if (dim.has_size()) {
      out.set_dim_value(dim.size());
    } else if (dim.has_expr()) {
      out.set_dim_param(dim.expr());
    } else {
      out.clear_value();
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::string> OnnxTensor(const v1::NamedTensor& named) {
  const v1::Tensor& tensor = named.tensor();
  const size_t size = ElementBytes(tensor.element_type());
  int64_t count = 1;
  bool is_good = size != 0;
  for (const int64_t dim : tensor.sizes()) {
    is_good = is_good && dim >= 0 && dim <= tensor.ints_size();
    count = is_good ? count * dim : 0;
    is_good = is_good && count <= tensor.ints_size();
  }
  if (!is_good || count != tensor.ints_size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the initializer ", named.name(), " is none of integers with their sizes"));
  }
  onnx::TensorProto out;
  out.set_name(named.name());
  out.set_data_type(tensor.element_type());
  for (const int64_t dim : tensor.sizes()) out.add_dims(dim);
  std::string raw;
  for (const int64_t value : tensor.ints()) {
    for (size_t i = 0; i < size; ++i) {
      raw.push_back(static_cast<char>(static_cast<uint64_t>(value) >> (kBits * i)));
    }
  }
  out.set_raw_data(raw);
  return out.SerializeAsString();
}

absl::StatusOr<std::string> OnnxAttribute(const v1::Attribute& attribute) {
  onnx::AttributeProto out;
  absl::Status status = PutAttribute(attribute, &out);
  if (!status.ok()) return status;
  return out.SerializeAsString();
}

absl::StatusOr<std::string> OnnxNode(const v1::Node& node) {
  onnx::NodeProto out;
  for (const std::string& input : node.inputs()) out.add_input(input);
  for (const std::string& output : node.outputs()) out.add_output(output);
  if (!node.name().empty()) out.set_name(node.name());
  out.set_op_type(node.op_type());
  if (!node.domain().empty()) out.set_domain(node.domain());
  if (!node.overload().empty()) {
    return absl::InvalidArgumentError("an edit adds a call of a function");
  }
  for (const v1::Attribute& attribute : node.attributes()) {
    absl::Status status = PutAttribute(attribute, out.add_attribute());
    if (!status.ok()) return status;
  }
  return out.SerializeAsString();
}

absl::StatusOr<std::string> WithShape(absl::string_view info, const v1::ShapeEdit& edit) {
  onnx::ValueInfoProto value;
  if (!value.ParseFromArray(info.data(), static_cast<int>(info.size()))) {
    return absl::InvalidArgumentError("a declared type is malformed");
  }
  onnx::TypeProto& type = *value.mutable_type();
  absl::Status status =
      type.has_tensor_type() ? PutShape(edit, type.mutable_tensor_type())
      : type.has_sparse_tensor_type()
          ? PutShape(edit, type.mutable_sparse_tensor_type())
          : absl::InvalidArgumentError(
                absl::StrCat("an edit has a shape for ", edit.value(), ", which is no tensor"));
  if (!status.ok()) return status;
  return value.SerializeAsString();
}

}  // namespace shapewright
