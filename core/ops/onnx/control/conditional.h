#ifndef SHAPEWRIGHT_CORE_OPS_ONNX_CONTROL_CONDITIONAL_H_
#define SHAPEWRIGHT_CORE_OPS_ONNX_CONTROL_CONDITIONAL_H_

#include "core/rules/rule_context.h"

namespace shapewright::ops {

// If.
void InferIf(RuleContext& ctx);

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_OPS_ONNX_CONTROL_CONDITIONAL_H_
