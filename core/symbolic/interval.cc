#include "core/symbolic/interval.h"

#include <algorithm>

#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::symbolic {
namespace {

// Ends are computed in 128 bits, where infinity is a value beyond any product
// of two 64-bit numbers that can still be added to another one.
constexpr Int128 kWideInfinity = (static_cast<Int128>(1) << 126) - 1;

Int128 WidenMin(int64_t end) { return end == Interval::kMinusInfinity ? -kWideInfinity : end; }

Int128 WidenMax(int64_t end) { return end == Interval::kInfinity ? kWideInfinity : end; }

bool IsInfinite(Int128 end) { return end >= kWideInfinity || end <= -kWideInfinity; }

Interval Saturate(Int128 low, Int128 high) {
  Interval result;
  result.min = low <= Interval::kMinusInfinity ? Interval::kMinusInfinity
               : low >= Interval::kInfinity    ? Interval::kInfinity - 1
                                               : static_cast<int64_t>(low);
  result.max = high >= Interval::kInfinity        ? Interval::kInfinity
               : high <= Interval::kMinusInfinity ? Interval::kMinusInfinity + 1
                                                  : static_cast<int64_t>(high);
  return result;
}

Int128 MultiplyEnds(Int128 a, Int128 b) {
  if (a == 0 || b == 0) return 0;
  if (!IsInfinite(a) && !IsInfinite(b)) return a * b;
  return (a < 0) == (b < 0) ? kWideInfinity : -kWideInfinity;
}

// One end of a scaled interval; false where it leaves 64 bits.
bool ScaleEnd(int64_t end, int64_t factor, int64_t* scaled) {
  return !__builtin_mul_overflow(end, factor, scaled) && *scaled != Interval::kMinusInfinity &&
         *scaled != Interval::kInfinity;
}

// What Multiply() gives by a number, as most factors are one; false where 64 bits do not suffice.
bool Scale(Interval a, int64_t factor, Interval* scaled) {
  *scaled = Interval::Point(0);
  if (factor == 0) return true;
  *scaled = Interval::All();
  int64_t& of_min = factor > 0 ? scaled->min : scaled->max;
  int64_t& of_max = factor > 0 ? scaled->max : scaled->min;
  return (!a.has_min() || ScaleEnd(a.min, factor, &of_min)) &&
         (!a.has_max() || ScaleEnd(a.max, factor, &of_max));
}

// The quotient of two ends, or its limit where one is infinite: for an infinite divisor 0, which
// `divide` may round away from 0.
template <typename Divide>
Int128 DivideEnds(Int128 a, Int128 b, Divide divide) {
  if (IsInfinite(a)) return (a < 0) == (b < 0) ? kWideInfinity : -kWideInfinity;
  if (IsInfinite(b)) {
    const Int128 sign = (a < 0) == (b < 0) ? 1 : -1;
    return divide(a == 0 ? Int128{0} : sign, kWideInfinity);
  }
  return divide(a, b);
}

// Quotients are monotone in each end as long as the divisor keeps its sign.
template <typename Divide>
Interval DivideBySignedPart(Interval a, Interval b, Divide divide) {
  if (b.is_empty()) return Interval::Empty();
  const Int128 tops[] = {WidenMin(a.min), WidenMax(a.max)};
  const Int128 bottoms[] = {WidenMin(b.min), WidenMax(b.max)};
  Int128 low = kWideInfinity;
  Int128 high = -kWideInfinity;
  for (const Int128 top : tops) {
    for (const Int128 bottom : bottoms) {
      const Int128 quotient = DivideEnds(top, bottom, divide);
      low = std::min(low, quotient);
      high = std::max(high, quotient);
    }
  }
  return Saturate(low, high);
}

template <typename Divide>
Interval DivideIntervals(Interval a, Interval b, Divide divide) {
  if (a.is_empty() || b.is_empty()) return Interval::Empty();
  return Hull(DivideBySignedPart(a, Intersect(b, Interval::AtLeast(1)), divide),
              DivideBySignedPart(a, Intersect(b, Interval::AtMost(-1)), divide));
}

}  // namespace

Interval Intersect(Interval a, Interval b) {
  return {std::max(a.min, b.min), std::min(a.max, b.max)};
}

Interval Hull(Interval a, Interval b) {
  if (a.is_empty()) return b;
  if (b.is_empty()) return a;
  return {std::min(a.min, b.min), std::max(a.max, b.max)};
}

Interval Negate(Interval a) {
  if (a.is_empty()) return a;
  return Saturate(-WidenMax(a.max), -WidenMin(a.min));
}

Interval Add(Interval a, Interval b) {
  if (a.is_empty() || b.is_empty()) return Interval::Empty();
  return Saturate(WidenMin(a.min) + WidenMin(b.min), WidenMax(a.max) + WidenMax(b.max));
}

Interval Subtract(Interval a, Interval b) { return Add(a, Negate(b)); }

Interval Multiply(Interval a, Interval b) {
  if (a.is_empty() || b.is_empty()) return Interval::Empty();
  Interval scaled;
  if (a.is_point() && Scale(b, a.min, &scaled)) return scaled;
  if (b.is_point() && Scale(a, b.min, &scaled)) return scaled;
  const Int128 products[] = {
      MultiplyEnds(WidenMin(a.min), WidenMin(b.min)),
      MultiplyEnds(WidenMin(a.min), WidenMax(b.max)),
      MultiplyEnds(WidenMax(a.max), WidenMin(b.min)),
      MultiplyEnds(WidenMax(a.max), WidenMax(b.max)),
  };
  return Saturate(*std::min_element(products, products + 4),
                  *std::max_element(products, products + 4));
}

Interval Square(Interval a) {
  if (a.is_empty()) return a;
  const Interval product = Multiply(a, a);
  if (a.min > 0 || a.max < 0) return product;
  return Intersect(product, Interval::AtLeast(0));
}

Interval FloorDiv(Interval a, Interval b) { return DivideIntervals(a, b, FloorDivide<Int128>); }

Interval CeilDiv(Interval a, Interval b) { return DivideIntervals(a, b, CeilDivide<Int128>); }

Interval TruncDiv(Interval a, Interval b) {
  return DivideIntervals(a, b, [](Int128 x, Int128 y) { return x / y; });
}

Interval Mod(Interval a, Interval b) {
  if (a.is_empty() || b.is_empty()) return Interval::Empty();
  // A dividend in [0, divisor) is its own remainder.
  if (a.min >= 0 && b.min > 0 && a.has_max() && a.max < b.min) return a;
  Interval result = Interval::Point(0);
  if (b.max > 0) {
    result.max = b.has_max() ? b.max - 1 : Interval::kInfinity;
    if (a.min >= 0) result.max = std::min(result.max, a.max);
  }
  if (b.min < 0) {
    result.min = b.has_min() ? b.min + 1 : Interval::kMinusInfinity;
    if (a.max <= 0) result.min = std::max(result.min, a.min);
  }
  return result;
}

Interval Min(Interval a, Interval b) {
  if (a.is_empty() || b.is_empty()) return Interval::Empty();
  return {std::min(a.min, b.min), std::min(a.max, b.max)};
}

Interval Max(Interval a, Interval b) {
  if (a.is_empty() || b.is_empty()) return Interval::Empty();
  return {std::max(a.min, b.min), std::max(a.max, b.max)};
}

Interval Power(Interval base, Interval exponent) {
  if (base.is_empty() || exponent.is_empty()) return Interval::Empty();
  if (!base.is_point() || base.min < 2) return Interval::All();
  const auto power = [base](int64_t end) -> Int128 {
    return end < 0 ? 0 : CheckedPower(base.min, end).value_or(kWideInfinity);
  };
  return Saturate(power(exponent.min), power(exponent.max));
}

Interval Broadcast(Interval a, Interval b) {
  if (a.is_empty() || b.is_empty()) return Interval::Empty();
  if (!a.Contains(1)) return a;
  if (a.is_point()) return b;
  // Where `a` is 1 the result is `b`, so 1 itself is left out.
  if (a.min == 1) a.min = 2;
  if (a.max == 1) a.max = 0;
  return Hull(a, b);
}

}  // namespace shapewright::symbolic
