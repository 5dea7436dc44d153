#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_STABLEHLO_HLO_CONTROL_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_STABLEHLO_HLO_CONTROL_H_

#include "core/rules/rule_context.h"

namespace shapewright::rules {

// case: the graphs `branches`, one of which runs by the first operand.
void InferCase(RuleContext& ctx);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_STABLEHLO_HLO_CONTROL_H_
