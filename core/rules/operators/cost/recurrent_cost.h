#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_RECURRENT_COST_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_RECURRENT_COST_H_

#include "core/rules/cost/cost_context.h"

namespace shapewright::rules {

// Recurrences: each step multiplies input and state by the weights of its gates.
void LstmCost(CostContext& ctx);
void GruCost(CostContext& ctx);
void RnnCost(CostContext& ctx);
void DynamicQuantizeLstmCost(CostContext& ctx);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_RECURRENT_COST_H_
