#ifndef SHAPEWRIGHT_CORE_OPS_ONNX_NEURAL_CONV_H_
#define SHAPEWRIGHT_CORE_OPS_ONNX_NEURAL_CONV_H_

#include "core/rules/rule_context.h"

namespace shapewright::ops {

// Where an operator has its weights [M, C / group, kernel...] and its bias.
struct ConvOperands {
  int weights;
  int bias;
  // [N, spatial..., C] rather than [N, C, spatial...].
  bool is_channels_last = false;
};

// Sets output 0 to what the windows of a convolution give.
void SetConvOutput(RuleContext& ctx, const ConvOperands& operands, ElementType element);

// The dims of a pooling of operand 0; none where not even their number is known.
DimVector PoolDims(RuleContext& ctx, bool is_channels_last);

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_OPS_ONNX_NEURAL_CONV_H_
