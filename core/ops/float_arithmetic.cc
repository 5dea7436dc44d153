#include "core/ops/float_arithmetic.h"

namespace shapewright::ops {

double RoundToType(double value, ElementType element) {
  return element == ElementType::kFloat ? static_cast<float>(value) : value;
}

void MapFloatPairs(RuleContext&, int, int, FloatOp) {}
void CompareFloatPairs(RuleContext&, int, int, FloatOp) {}

}  // namespace shapewright::ops
