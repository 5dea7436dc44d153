#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_ML_COST_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_ML_COST_H_

#include "core/rules/cost/cost_context.h"

namespace shapewright::rules {

// Operators of ai.onnx.ml. Rows times coefficients.
void LinearModelCost(CostContext& ctx);
// Each row with every support vector.
void SvmRegressorCost(CostContext& ctx);
void SvmClassifierCost(CostContext& ctx);
// At most: in each tree the longest way from the root to a leaf, for each row.
void TreeEnsembleCost(CostContext& ctx);       // version 5
void TreeEnsembleNodesCost(CostContext& ctx);  // classifiers, regressors

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_ML_COST_H_
