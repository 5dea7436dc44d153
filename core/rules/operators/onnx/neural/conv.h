#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_NEURAL_CONV_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_NEURAL_CONV_H_

#include <initializer_list>

#include "core/rules/rule_context.h"

namespace shapewright::rules {

// Operand numbers of the weights [M, C / group, kernel...] and of the bias.
struct ConvOperands {
  int weights;
  int bias;
  // [N, spatial..., C] rather than [N, C, spatial...].
  bool is_channels_last = false;
};

// Sets output 0 to the result of a convolution.
void SetConvOutput(RuleContext& ctx, const ConvOperands& operands, ElementType element);

// The result's dims of a pooling of operand 0; none where even their number is unknown.
DimVector PoolDims(RuleContext& ctx, bool is_channels_last);

// The scale and zero point of the weights: one, or one per filter.
void CheckFilterQuantization(RuleContext& ctx, int weights, std::initializer_list<int> inputs);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_NEURAL_CONV_H_
