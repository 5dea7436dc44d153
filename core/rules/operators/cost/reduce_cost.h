#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_REDUCE_COST_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_REDUCE_COST_H_

#include "core/rules/cost/cost_context.h"

namespace shapewright::rules {

// Reductions: an operation per element of the operand; and other formulas of numeric operators.
void ReduceCost(CostContext& ctx);
void ReduceMeanCost(CostContext& ctx);
// Of absolute values or squares.
void ReduceAbsCost(CostContext& ctx);
void ReduceL2Cost(CostContext& ctx);
void ReduceLogSumCost(CostContext& ctx);
void ReduceLogSumExpCost(CostContext& ctx);
void QLinearReduceMeanCost(CostContext& ctx);
// An operation per element of all operands.
void AllElementsCost(CostContext& ctx);
// An operation per element of the first operand.
void PerOperandElementCost(CostContext& ctx);
// Variadic: one operation per operand after the first.
void VariadicCost(CostContext& ctx);
void MeanCost(CostContext& ctx);
// A bound is an operation.
void ClipCost(CostContext& ctx);
// The comparison that every element needs; what it takes to order the k is left out.
void TopKCost(CostContext& ctx);
// At most: every box beside each of those that may be kept.
void NonMaxSuppressionCost(CostContext& ctx);
// Fast transforms: 5*L*log2(L) operations for each of length L.
void DftCost(CostContext& ctx);
void StftCost(CostContext& ctx);
// An update is an operation, if it is not just stored.
void ScatterCost(CostContext& ctx);
void DynamicQuantizeLinearCost(CostContext& ctx);
// With a bias: one operation more.
void BiasGeluCost(CostContext& ctx);
void FastGeluCost(CostContext& ctx);

// So many Fourier transforms of a length that is a number: butterflies of a product and two sums of
// complex numbers.
void AddTransforms(CostContext& ctx, symbolic::Expr transforms, symbolic::Expr length);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_REDUCE_COST_H_
