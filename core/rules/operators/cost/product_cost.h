#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_PRODUCT_COST_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_PRODUCT_COST_H_

#include "core/rules/cost/cost_context.h"

namespace shapewright::rules {

// Matrix products: prod(batch)*M*N*K multiply-adds.
void MatMulCost(CostContext& ctx);
void GemmCost(CostContext& ctx);
// With attributes that transpose operands; the activation is a special function per element.
void FusedMatMulCost(CostContext& ctx);
void GemmFastGeluCost(CostContext& ctx);
void FusedGemmCost(CostContext& ctx);
// Quantized: the result is quantized again, or scaled.
void QLinearMatMulCost(CostContext& ctx);
void QGemmCost(CostContext& ctx);
void DynamicQuantizeMatMulCost(CostContext& ctx);
void MatMulIntegerToFloatCost(CostContext& ctx);
// Weights of a few bits, which are dequantized.
void MatMulNBitsCost(CostContext& ctx);
void MatMulBlockQuantizedCost(CostContext& ctx);
// Distances of rows.
void CDistCost(CostContext& ctx);
// Mixtures of experts: each row goes through `k` of them.
void MixtureOfExpertsCost(CostContext& ctx);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_PRODUCT_COST_H_
