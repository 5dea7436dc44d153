#include "core/symbolic/text/ratio.h"

#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/comparison.h"
#include "core/symbolic/algebra/power.h"

namespace shapewright::symbolic {
namespace {

Ratio Whole(Expr value) { return {value, 1}; }

// With a positive constant below, or 1 where the division is exact.
Ratio Reduced(ExprArena& arena, Ratio fraction) {
  if (fraction.is_whole()) return fraction;
  if (fraction.under.is_constant(0)) return Whole(FloorDiv(arena, fraction.over, 0));
  const bool is_negative = fraction.under.is_constant() && fraction.under.constant() < 0;
  if (is_negative) fraction = {Negate(arena, fraction.over), Negate(arena, fraction.under)};
  const std::optional<Expr> quotient = DivideExactly(arena, fraction.over, fraction.under);
  return quotient ? Whole(*quotient) : fraction;
}

// The same two fractions over one denominator.
struct SameUnder {
  Expr first;
  Expr second;
  Expr under;
};

SameUnder Expand(ExprArena& arena, const Ratio& a, const Ratio& b) {
  if (a.under == b.under) return {a.over, b.over, a.under};
  Expr scale_a = b.under;
  Expr scale_b = a.under;
  if (a.under.is_constant() && b.under.is_constant()) {
    const int64_t divisor = std::gcd(a.under.constant(), b.under.constant());
    scale_a = b.under.constant() / divisor;
    scale_b = a.under.constant() / divisor;
  }
  return {Multiply(arena, a.over, scale_a), Multiply(arena, b.over, scale_b),
          Multiply(arena, a.under, scale_a)};
}

// Expanded so that the denominator is not negative: the numerators compare as the fractions do.
SameUnder ExpandPositively(ExprArena& arena, const Ratio& a, const Ratio& b) {
  const SameUnder same = Expand(arena, a, b);
  const bool is_positive = same.under.is_unknown() || arena.Bounds(same.under).min >= 0;
  if (is_positive) return same;
  return {Multiply(arena, same.first, same.under), Multiply(arena, same.second, same.under),
          Multiply(arena, same.under, same.under)};
}

template <Expr (*kCompare)(ExprArena&, Expr, Expr)>
Ratio CompareRatios(ExprArena& arena, absl::Span<const Ratio> operands) {
  const SameUnder same = ExpandPositively(arena, operands[0], operands[1]);
  return Whole(kCompare(arena, same.first, same.second));
}

template <Expr (*kChoose)(ExprArena&, Expr, Expr)>
Ratio ChooseRatio(ExprArena& arena, absl::Span<const Ratio> operands) {
  Ratio result = operands[0];
  for (const Ratio& next : operands.subspan(1)) {
    const SameUnder same = ExpandPositively(arena, result, next);
    result = Reduced(arena, {kChoose(arena, same.first, same.second), same.under});
  }
  return result;
}

template <Expr (*kJoin)(ExprArena&, Expr, Expr)>
Ratio JoinRatios(ExprArena& arena, absl::Span<const Ratio> operands) {
  const SameUnder same = Expand(arena, operands[0], operands[1]);
  return Reduced(arena, {kJoin(arena, same.first, same.second), same.under});
}

// a - b * quotient
Ratio Remainder(ExprArena& arena, absl::Span<const Ratio> operands, RatioOperation quotient_of) {
  const Ratio subtracted = quotient_of(arena, operands);
  const Ratio product = MultiplyRatios(arena, {operands[1], subtracted});
  return SubtractRatios(arena, {operands[0], product});
}

Expr Repeated(ExprArena& arena, Expr base, int64_t count) {
  Expr product = 1;
  for (int64_t i = 0; i < count && !product.is_unknown(); ++i) {
    product = Multiply(arena, product, base);
  }
  return product;
}

}  // namespace

Ratio AddRatios(ExprArena& arena, absl::Span<const Ratio> operands) {
  return JoinRatios<Add>(arena, operands);
}

Ratio SubtractRatios(ExprArena& arena, absl::Span<const Ratio> operands) {
  return JoinRatios<Subtract>(arena, operands);
}

Ratio MultiplyRatios(ExprArena& arena, absl::Span<const Ratio> operands) {
  return Reduced(arena, {Multiply(arena, operands[0].over, operands[1].over),
                         Multiply(arena, operands[0].under, operands[1].under)});
}

Ratio DivideRatios(ExprArena& arena, absl::Span<const Ratio> operands) {
  return Reduced(arena, {Multiply(arena, operands[0].over, operands[1].under),
                         Multiply(arena, operands[0].under, operands[1].over)});
}

Ratio FloorDivRatios(ExprArena& arena, absl::Span<const Ratio> operands) {
  return Whole(RoundDown(arena, DivideRatios(arena, operands)));
}

Ratio CeilDivRatios(ExprArena& arena, absl::Span<const Ratio> operands) {
  return Whole(RoundUp(arena, DivideRatios(arena, operands)));
}

Ratio TruncDivRatios(ExprArena& arena, absl::Span<const Ratio> operands) {
  return Whole(RoundToZero(arena, DivideRatios(arena, operands)));
}

Ratio ModRatios(ExprArena& arena, absl::Span<const Ratio> operands) {
  return Remainder(arena, operands, FloorDivRatios);
}

Ratio TruncModRatios(ExprArena& arena, absl::Span<const Ratio> operands) {
  return Remainder(arena, operands, TruncDivRatios);
}

Ratio MinRatios(ExprArena& arena, absl::Span<const Ratio> operands) {
  return ChooseRatio<Min>(arena, operands);
}

Ratio MaxRatios(ExprArena& arena, absl::Span<const Ratio> operands) {
  return ChooseRatio<Max>(arena, operands);
}

Ratio EqualRatios(ExprArena& arena, absl::Span<const Ratio> operands) {
  return CompareRatios<EqualTo>(arena, operands);
}

Ratio DifferentRatios(ExprArena& arena, absl::Span<const Ratio> operands) {
  return Whole(Not(arena, EqualRatios(arena, operands).over));
}

Ratio AtMostRatios(ExprArena& arena, absl::Span<const Ratio> operands) {
  return CompareRatios<AtMostTo>(arena, operands);
}

Ratio LessRatios(ExprArena& arena, absl::Span<const Ratio> operands) {
  return CompareRatios<LessThan>(arena, operands);
}

Ratio AtLeastRatios(ExprArena& arena, absl::Span<const Ratio> operands) {
  return AtMostRatios(arena, {operands[1], operands[0]});
}

Ratio MoreRatios(ExprArena& arena, absl::Span<const Ratio> operands) {
  return LessRatios(arena, {operands[1], operands[0]});
}

Ratio PowerOfRatios(ExprArena& arena, absl::Span<const Ratio> operands) {
  const Ratio& base = operands[0];
  const Expr exponent = RoundDown(arena, operands[1]);
  if (base.is_whole() && base.over.is_constant() && base.over.constant() >= 2) {
    if (exponent.is_unknown() || arena.Bounds(exponent).min >= 0) {
      return Whole(Power(arena, base.over, exponent));
    }
    return Reduced(arena, {Power(arena, base.over, Max(arena, exponent, 0)),
                           Power(arena, base.over, Max(arena, Negate(arena, exponent), 0))});
  }
  if (!exponent.is_constant()) return Whole(Expr());
  const int64_t count = exponent.constant() < 0 ? -exponent.constant() : exponent.constant();
  const Expr over = Repeated(arena, base.over, count);
  const Expr under = Repeated(arena, base.under, count);
  return Reduced(arena, exponent.constant() < 0 ? Ratio{under, over} : Ratio{over, under});
}

Expr RoundDown(ExprArena& arena, const Ratio& fraction) {
  return fraction.is_whole() ? fraction.over : FloorDiv(arena, fraction.over, fraction.under);
}

Expr RoundUp(ExprArena& arena, const Ratio& fraction) {
  return fraction.is_whole() ? fraction.over : CeilDiv(arena, fraction.over, fraction.under);
}

Expr RoundToZero(ExprArena& arena, const Ratio& fraction) {
  return fraction.is_whole() ? fraction.over : TruncDiv(arena, fraction.over, fraction.under);
}

Expr RoundToNearest(ExprArena& arena, const Ratio& fraction) {
  if (fraction.is_whole()) return fraction.over;
  // floor(x + 1/2), less 1 where x + 1/2 is an odd integer.
  const Expr over = Add(arena, Multiply(arena, fraction.over, 2), fraction.under);
  const Expr under = Multiply(arena, fraction.under, 2);
  const Expr rounded = FloorDiv(arena, over, under);
  const Expr is_half = EqualTo(arena, Mod(arena, over, under), 0);
  return Subtract(arena, rounded, Multiply(arena, is_half, Mod(arena, rounded, 2)));
}

}  // namespace shapewright::symbolic
