#ifndef SHAPEWRIGHT_CLIENT_CPP_ONNX_TYPES_H_
#define SHAPEWRIGHT_CLIENT_CPP_ONNX_TYPES_H_

#include "client/cpp/onnx_dims.h"
#include "proto/onnx/onnx.pb.h"
#include "shapewright/v1/shape.pb.h"

namespace shapewright {

// Whether ONNX can express the type: each tensor in it has an element type.
bool CanWriteType(const v1::Type& type);

// Whether `inferred` is not known less than `existing`: of the same kind, and
// with a rank and dims wherever `existing` has them. Of two that contradict
// each other neither is known less.
bool IsAtLeastAsKnown(const v1::Type& inferred, const onnx::TypeProto& existing, OnnxDims& dims);

// Replaces `out` by a type that CanWriteType(). Denotations stay.
void WriteType(const v1::Type& type, OnnxDims& dims, onnx::TypeProto& out);

// Parts of a tensor type. Denotations stay.
void WriteDim(const v1::Dim& dim, OnnxDims& dims, onnx::TensorShapeProto::Dimension& out);

// Of a dense or sparse tensor of ONNX.
template <typename Tensor>
void WriteShape(const v1::TensorType& tensor, OnnxDims& dims, Tensor& out) {
  if (!tensor.has_shape()) {
    out.clear_shape();
    return;
  }
  onnx::TensorShapeProto& shape = *out.mutable_shape();
  const int rank = tensor.shape().dims_size();
  if (shape.dim_size() != rank) shape.clear_dim();
  while (shape.dim_size() < rank) shape.add_dim();
  for (int axis = 0; axis < rank; ++axis) {
    WriteDim(tensor.shape().dims(axis), dims, *shape.mutable_dim(axis));
  }
}

// As OnnxDims::Count, for each dim that WriteType() will write.
void CountDims(const v1::Type& type, OnnxDims& dims);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CLIENT_CPP_ONNX_TYPES_H_
