#ifndef SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_ARITHMETIC_H_
#define SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_ARITHMETIC_H_

#include <cstdint>

#include "absl/types/span.h"
#include "core/shape/algebra/algebra.h"

namespace shapewright::shape {

enum class Arithmetic : uint8_t { kAdd, kSubtract, kMultiply, kDivide, kMin, kMax };

// Axis by axis, the first operand with the second, the result with the third ... Constants may get
// negative; a result of other dims is clipped at 0 with a note (S24). A constant beyond 64 bits
// becomes an unknown, with a note (S15). Division is exact: a quotient that is no integer, or a
// divisor 0, is a conflict; ranges take the ceiling of their low end and the floor of their high
// end. An operand of unknown rank gives an unknown rank; ranks that differ are a conflict.
ShapeValue Combine(Algebra& algebra, Arithmetic operation, absl::Span<const Operand> operands);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_ARITHMETIC_H_
