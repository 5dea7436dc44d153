#ifndef SHAPEWRIGHT_CORE_OPS_FLOAT_ARITHMETIC_H_
#define SHAPEWRIGHT_CORE_OPS_FLOAT_ARITHMETIC_H_

#include "core/ops/rule_context.h"

namespace shapewright::ops {

// Value propagation through floating-point operators (S14): constants are
// computed in the precision of their type; sizes that were cast to float stay
// exact as long as that can be shown, with an ASSUMED fact for how large they
// may be.

enum class FloatOp : uint8_t {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kEqual,
  kLess,
  kAtMost,
  kGreater,
  kAtLeast,
};

// A constant as the element type holds it.
double RoundToType(double value, ElementType element);

// Sets output 0, whose shape is set, to op of the broadcast elements of two
// operands where both are known by value.
void MapFloatPairs(RuleContext& ctx, int a, int b, FloatOp op);
// Likewise for comparisons, whose result is bool.
void CompareFloatPairs(RuleContext& ctx, int a, int b, FloatOp op);

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_OPS_FLOAT_ARITHMETIC_H_
