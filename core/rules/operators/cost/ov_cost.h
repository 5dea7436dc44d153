#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_OV_COST_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_OV_COST_H_

#include "core/rules/cost/cost_context.h"

namespace shapewright::rules {

// OpenVINO's operators (S52), where operands or attributes are others than those of ONNX.
void OvMatMulCost(CostContext& ctx);
// Filters [groups, ...]: each element of the result, or of the data, sees those of its group.
void OvGroupConvolutionCost(CostContext& ctx);
void OvGroupBackpropCost(CostContext& ctx);
void OvDeformableConvolutionCost(CostContext& ctx);
void OvAveragePoolCost(CostContext& ctx);
void OvMaxPoolCost(CostContext& ctx);
void OvScaledDotProductCost(CostContext& ctx);
void OvLogSoftmaxCost(CostContext& ctx);
// Version 1 has the data third.
void OvBatchNormCost(CostContext& ctx);
// Axes that an operand names.
void OvMvnCost(CostContext& ctx);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_OV_COST_H_
