#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_STABLEHLO_HLO_CONTRACTION_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_STABLEHLO_HLO_CONTRACTION_H_

#include "core/rules/rule_context.h"

namespace shapewright::rules {

// convolution.
void InferHloConvolution(RuleContext& ctx);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_STABLEHLO_HLO_CONTRACTION_H_
