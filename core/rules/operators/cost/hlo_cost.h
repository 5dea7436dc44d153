#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_HLO_COST_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_HLO_COST_H_

#include "core/rules/cost/cost_context.h"

namespace shapewright::rules {

// StableHLO's operators (S52). A multiply-add for each element of the result and each combination
// of contracted elements.
void HloDotGeneralCost(CostContext& ctx);
void HloDotCost(CostContext& ctx);
// A multiply-add for each element of the result and each of its filter.
void HloConvolutionCost(CostContext& ctx);
// The nodes of the body, for each element that is reduced.
void HloReduceCost(CostContext& ctx);
void HloReduceWindowCost(CostContext& ctx);
void HloSelectAndScatterCost(CostContext& ctx);
void HloScatterCost(CostContext& ctx);
// At most: log2(n) comparisons for each element, where n is a number.
void HloSortCost(CostContext& ctx);
void HloFftCost(CostContext& ctx);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_HLO_COST_H_
