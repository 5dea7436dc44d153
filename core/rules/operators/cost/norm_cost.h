#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_NORM_COST_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_NORM_COST_H_

#include "core/rules/cost/cost_context.h"

namespace shapewright::rules {

// Of n elements in m rows: mean, variance, and their use.
void AddLayerNorm(CostContext& ctx, symbolic::Expr n, symbolic::Expr m);
// At inference one factor and one summand per channel.
void AddBatchNorm(CostContext& ctx, symbolic::Expr n, symbolic::Expr channels);
// The elements of operand 0 without an axis, which are the rows along it.
symbolic::Expr RowsAlong(CostContext& ctx, int64_t axis);

// Of so many rows.
void AddLogSoftmax(CostContext& ctx, symbolic::Expr rows);

// Normalizations over rows: n elements in m rows.
void LayerNormalizationCost(CostContext& ctx);
void RmsNormalizationCost(CostContext& ctx);
void InstanceNormalizationCost(CostContext& ctx);
void GroupNormalizationCost(CostContext& ctx);
void BatchNormalizationCost(CostContext& ctx);
void MeanVarianceNormalizationCost(CostContext& ctx);
void LpNormalizationCost(CostContext& ctx);
void NormalizerCost(CostContext& ctx);
void LrnCost(CostContext& ctx);
void DropoutCost(CostContext& ctx);
// Of onnxruntime: after a sum with a skip, or of embeddings.
void SkipLayerNormalizationCost(CostContext& ctx);
void SkipSimplifiedCost(CostContext& ctx);
void EmbedLayerNormalizationCost(CostContext& ctx);
void GroupNormCost(CostContext& ctx);
void SoftmaxCost(CostContext& ctx);
void LogSoftmaxCost(CostContext& ctx);
void BiasSoftmaxCost(CostContext& ctx);
void QLinearSoftmaxCost(CostContext& ctx);
void HardmaxCost(CostContext& ctx);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_NORM_COST_H_
