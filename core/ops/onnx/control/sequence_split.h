#ifndef SHAPEWRIGHT_CORE_OPS_ONNX_CONTROL_SEQUENCE_SPLIT_H_
#define SHAPEWRIGHT_CORE_OPS_ONNX_CONTROL_SEQUENCE_SPLIT_H_

#include "core/rules/rule_context.h"

namespace shapewright::ops {

// A tensor in parts, as a sequence.
void InferSplitToSequence(RuleContext& ctx);

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_OPS_ONNX_CONTROL_SEQUENCE_SPLIT_H_
