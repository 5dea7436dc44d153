#ifndef SHAPEWRIGHT_CORE_OPS_ONNX_CONTROL_SEQUENCE_CONCAT_H_
#define SHAPEWRIGHT_CORE_OPS_ONNX_CONTROL_SEQUENCE_CONCAT_H_

#include "core/rules/rule_context.h"

namespace shapewright::ops {

// The elements of a sequence as one tensor.
void InferConcatFromSequence(RuleContext& ctx);

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_OPS_ONNX_CONTROL_SEQUENCE_CONCAT_H_
