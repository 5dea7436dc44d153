#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_CONTROL_LOOP_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_CONTROL_LOOP_H_

#include "core/rules/rule_context.h"

namespace shapewright::rules {

// Loop of ai.onnx: a body that runs until a condition or a count ends it.
void InferLoop(RuleContext& ctx);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_CONTROL_LOOP_H_
