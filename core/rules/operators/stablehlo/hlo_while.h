#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_STABLEHLO_HLO_WHILE_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_STABLEHLO_HLO_WHILE_H_

#include "core/rules/rule_context.h"

namespace shapewright::rules {

// while.
void InferWhile(RuleContext& ctx);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_STABLEHLO_HLO_WHILE_H_
