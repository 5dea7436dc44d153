#ifndef SHAPEWRIGHT_CORE_GRAPH_MESSAGE_MESSAGE_TENSOR_READER_H_
#define SHAPEWRIGHT_CORE_GRAPH_MESSAGE_MESSAGE_TENSOR_READER_H_

#include "absl/status/status.h"
#include "core/graph/arena.h"
#include "core/graph/reader_options.h"
#include "core/graph/tensor.h"
#include "shapewright/v1/graph.pb.h"

namespace shapewright::graph {

// Reads a tensor of the service's own form. Elements stay in the message where
// they lie there as they do in a Tensor. Errors have the path of the field
// within the message.
absl::Status ReadTensorMessage(const v1::Tensor& message, const ReaderLimits& limits, Arena* arena,
                               Tensor* tensor);
absl::Status ReadSparseTensorMessage(const v1::SparseTensor& message, const ReaderLimits& limits,
                                     Arena* arena, Tensor* tensor);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_MESSAGE_MESSAGE_TENSOR_READER_H_
