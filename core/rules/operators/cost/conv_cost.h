#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_CONV_COST_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_CONV_COST_H_

#include "core/rules/cost/cost_context.h"

namespace shapewright::rules {

// What a deformed convolution takes besides its products: the samples of its operand.
void AddDeformedSamples(CostContext& ctx, size_t weights, size_t offsets, size_t mask);

// Convolutions and poolings: per element of the result one operation for each element of the
// window.
void ConvCost(CostContext& ctx);
void FusedConvCost(CostContext& ctx);
// A filter of interpolated elements.
void DeformConvCost(CostContext& ctx);
// Coordinates of a grid.
void AffineGridCost(CostContext& ctx);
void QLinearConvCost(CostContext& ctx);
void ConvTransposeCost(CostContext& ctx);
// Adds up overlapping columns.
void Col2ImCost(CostContext& ctx);
void AveragePoolCost(CostContext& ctx);
void MaxPoolCost(CostContext& ctx);
void LpPoolCost(CostContext& ctx);
void GlobalAveragePoolCost(CostContext& ctx);
void GlobalMaxPoolCost(CostContext& ctx);
void GlobalLpPoolCost(CostContext& ctx);
void QLinearAveragePoolCost(CostContext& ctx);
void QLinearGlobalAveragePoolCost(CostContext& ctx);
// Interpolation: 2 or 4 multiply-adds along each axis that changes.
void ResizeCost(CostContext& ctx);
void GridSampleCost(CostContext& ctx);
void RoiAlignCost(CostContext& ctx);
void CropAndResizeCost(CostContext& ctx);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_CONV_COST_H_
