#include "client/cpp/onnx_types.h"

#include <string>
#include <variant>

namespace shapewright {
namespace {

using Dimension = onnx::TensorShapeProto::Dimension;

// Null: it is no tensor.
const v1::TensorType* TensorOf(const v1::Type& type) {
  if (type.has_tensor()) return &type.tensor();
  return type.has_sparse_tensor() ? &type.sparse_tensor() : nullptr;
}

bool IsSaid(const Dimension& dim) {
  return dim.has_dim_value() ? dim.dim_value() >= 0 : !dim.dim_param().empty();
}

// Dense and sparse tensors of ONNX are two messages with the same fields.
template <typename Tensor>
bool IsTensorAtLeastAsKnown(const v1::TensorType& inferred, const Tensor& existing,
                            OnnxDims& dims) {
  if (inferred.element_type() == v1::ELEMENT_TYPE_UNSPECIFIED && existing.elem_type() != 0) {
    return false;
  }
  if (!existing.has_shape()) return true;
  if (!inferred.has_shape()) return false;
  const int rank = inferred.shape().dims_size();
  if (rank != existing.shape().dim_size()) return true;
  for (int axis = 0; axis < rank; ++axis) {
    if (IsSaid(existing.shape().dim(axis)) && !dims.IsKnown(inferred.shape().dims(axis))) {
      return false;
    }
  }
  return true;
}

template <typename Tensor>
void WriteTensor(const v1::TensorType& tensor, OnnxDims& dims, Tensor& out) {
  out.set_elem_type(tensor.element_type());
  WriteShape(tensor, dims, out);
}

}  // namespace

void WriteDim(const v1::Dim& dim, OnnxDims& dims, onnx::TensorShapeProto::Dimension& out) {
  const OnnxDim written = dims.Write(dim);
  if (const auto* size = std::get_if<int64_t>(&written)) {
    out.set_dim_value(*size);
  } else if (const auto* text = std::get_if<std::string>(&written)) {
    out.set_dim_param(*text);
  } else {
    out.clear_value();
  }
}

bool CanWriteType(const v1::Type& type) {
  switch (type.kind_case()) {
    case v1::Type::kTensor:
    case v1::Type::kSparseTensor:
      return TensorOf(type)->element_type() != v1::ELEMENT_TYPE_UNSPECIFIED;
    case v1::Type::kSequence:
      return CanWriteType(type.sequence().element());
    case v1::Type::kOptional:
      return CanWriteType(type.optional().element());
    case v1::Type::kMap:
      return type.map().key() != v1::ELEMENT_TYPE_UNSPECIFIED && CanWriteType(type.map().value());
    case v1::Type::kOpaque:
      return true;
    case v1::Type::kProgram:  // ONNX has none
    case v1::Type::KIND_NOT_SET:
      break;
  }
  return false;
}

bool IsAtLeastAsKnown(const v1::Type& inferred, const onnx::TypeProto& existing, OnnxDims& dims) {
  const v1::TensorType* const tensor = TensorOf(inferred);
  switch (existing.value_case()) {
    case onnx::TypeProto::kTensorType:
      return tensor == nullptr || IsTensorAtLeastAsKnown(*tensor, existing.tensor_type(), dims);
    case onnx::TypeProto::kSparseTensorType:
      return tensor == nullptr ||
             IsTensorAtLeastAsKnown(*tensor, existing.sparse_tensor_type(), dims);
    case onnx::TypeProto::kSequenceType:
      return !inferred.has_sequence() ||
             IsAtLeastAsKnown(inferred.sequence().element(), existing.sequence_type().elem_type(),
                              dims);
    case onnx::TypeProto::kOptionalType:
      return !inferred.has_optional() ||
             IsAtLeastAsKnown(inferred.optional().element(), existing.optional_type().elem_type(),
                              dims);
    case onnx::TypeProto::kMapType:
      return !inferred.has_map() ||
             IsAtLeastAsKnown(inferred.map().value(), existing.map_type().value_type(), dims);
    case onnx::TypeProto::kOpaqueType:
    case onnx::TypeProto::VALUE_NOT_SET:
      break;
  }
  return true;
}

void WriteType(const v1::Type& type, OnnxDims& dims, onnx::TypeProto& out) {
  switch (type.kind_case()) {
    case v1::Type::kTensor:
      WriteTensor(type.tensor(), dims, *out.mutable_tensor_type());
      break;
    case v1::Type::kSparseTensor:
      WriteTensor(type.sparse_tensor(), dims, *out.mutable_sparse_tensor_type());
      break;
    case v1::Type::kSequence:
      WriteType(type.sequence().element(), dims, *out.mutable_sequence_type()->mutable_elem_type());
      break;
    case v1::Type::kOptional:
      WriteType(type.optional().element(), dims, *out.mutable_optional_type()->mutable_elem_type());
      break;
    case v1::Type::kMap:
      out.mutable_map_type()->set_key_type(type.map().key());
      WriteType(type.map().value(), dims, *out.mutable_map_type()->mutable_value_type());
      break;
    case v1::Type::kOpaque:
      out.mutable_opaque_type()->set_domain(type.opaque().domain());
      out.mutable_opaque_type()->set_name(type.opaque().name());
      break;
    case v1::Type::kProgram:  // ONNX has none
    case v1::Type::KIND_NOT_SET:
      break;
  }
}

void CountDims(const v1::Type& type, OnnxDims& dims) {
  switch (type.kind_case()) {
    case v1::Type::kTensor:
    case v1::Type::kSparseTensor:
      for (const v1::Dim& dim : TensorOf(type)->shape().dims()) {
        dims.Count(dim);
      }
      break;
    case v1::Type::kSequence:
      CountDims(type.sequence().element(), dims);
      break;
    case v1::Type::kOptional:
      CountDims(type.optional().element(), dims);
      break;
    case v1::Type::kMap:
      CountDims(type.map().value(), dims);
      break;
    case v1::Type::kOpaque:
    case v1::Type::kProgram:  // ONNX has none
    case v1::Type::KIND_NOT_SET:
      break;
  }
}

}  // namespace shapewright
