#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_CONTROL_CONDITIONAL_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_CONTROL_CONDITIONAL_H_

#include "core/rules/rule_context.h"

namespace shapewright::rules {

// If.
void InferIf(RuleContext& ctx);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_CONTROL_CONDITIONAL_H_
