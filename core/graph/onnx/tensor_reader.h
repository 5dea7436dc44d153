#ifndef SHAPEWRIGHT_CORE_GRAPH_ONNX_TENSOR_READER_H_
#define SHAPEWRIGHT_CORE_GRAPH_ONNX_TENSOR_READER_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/graph/onnx/onnx_wire.h"
#include "core/graph/tensor.h"

namespace shapewright::graph {

// Reads an onnx.TensorProto; its elements are not copied.
absl::Status ReadOnnxTensor(OnnxWire& wire, absl::string_view bytes, Tensor* tensor);

// Reads an onnx.SparseTensorProto: the dense tensor it stands for, without
// elements.
absl::Status ReadOnnxSparseTensor(OnnxWire& wire, absl::string_view bytes, Tensor* tensor);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_ONNX_TENSOR_READER_H_
