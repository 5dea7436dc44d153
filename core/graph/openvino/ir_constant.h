#ifndef SHAPEWRIGHT_CORE_GRAPH_OPENVINO_IR_CONSTANT_H_
#define SHAPEWRIGHT_CORE_GRAPH_OPENVINO_IR_CONSTANT_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/graph/openvino/ir_layers.h"
#include "core/graph/reader_options.h"
#include "core/graph/tensor.h"

namespace shapewright::graph {

// Constants of at most so many elements are read from the weights.
inline constexpr int64_t kMaxIrElements = 1024;

// The tensor of a layer Const: its elements are those that clients put into it (kIrElements), else
// a view of the weights where these are given.
absl::Status ReadIrConstant(const IrLayer& layer, absl::string_view weights,
                            const ReaderLimits& limits, Arena* arena, Tensor* tensor);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_OPENVINO_IR_CONSTANT_H_
