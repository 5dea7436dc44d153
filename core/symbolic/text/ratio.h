#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_RATIO_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_RATIO_H_

#include "absl/types/span.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::symbolic {

// What a text such as `(W - 1)/2` comes to on its way to an integer: over / under, exactly. Where
// under is 0 it has no value.
struct Ratio {
  Expr over;
  Expr under = 1;

  bool is_whole() const { return under.is_constant(1); }
};

// Operations on fractions, with the values of S11. Their operands are those of the operator.
using RatioOperation = Ratio (*)(ExprArena& arena, absl::Span<const Ratio> operands);

Ratio AddRatios(ExprArena& arena, absl::Span<const Ratio> operands);
Ratio SubtractRatios(ExprArena& arena, absl::Span<const Ratio> operands);
Ratio MultiplyRatios(ExprArena& arena, absl::Span<const Ratio> operands);
Ratio DivideRatios(ExprArena& arena, absl::Span<const Ratio> operands);
Ratio FloorDivRatios(ExprArena& arena, absl::Span<const Ratio> operands);
Ratio CeilDivRatios(ExprArena& arena, absl::Span<const Ratio> operands);
Ratio TruncDivRatios(ExprArena& arena, absl::Span<const Ratio> operands);
Ratio ModRatios(ExprArena& arena, absl::Span<const Ratio> operands);
Ratio TruncModRatios(ExprArena& arena, absl::Span<const Ratio> operands);
// Of one operand or more.
Ratio MinRatios(ExprArena& arena, absl::Span<const Ratio> operands);
Ratio MaxRatios(ExprArena& arena, absl::Span<const Ratio> operands);
Ratio EqualRatios(ExprArena& arena, absl::Span<const Ratio> operands);
Ratio DifferentRatios(ExprArena& arena, absl::Span<const Ratio> operands);
Ratio AtMostRatios(ExprArena& arena, absl::Span<const Ratio> operands);
Ratio LessRatios(ExprArena& arena, absl::Span<const Ratio> operands);
Ratio AtLeastRatios(ExprArena& arena, absl::Span<const Ratio> operands);
Ratio MoreRatios(ExprArena& arena, absl::Span<const Ratio> operands);

// Parsers accept no exponent beyond this, unless the base is a number.
inline constexpr int64_t kMaxExponent = 64;
// A power of any base with a constant exponent, or of a constant base of 2 or more. A negative
// exponent gives a fraction, other than Power() in algebra/power.h.
Ratio PowerOfRatios(ExprArena& arena, absl::Span<const Ratio> operands);

Expr RoundDown(ExprArena& arena, const Ratio& fraction);
Expr RoundUp(ExprArena& arena, const Ratio& fraction);
Expr RoundToZero(ExprArena& arena, const Ratio& fraction);
// A half goes to the even number.
Expr RoundToNearest(ExprArena& arena, const Ratio& fraction);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_RATIO_H_
