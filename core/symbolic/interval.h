#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_INTERVAL_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_INTERVAL_H_

#include <cstdint>
#include <limits>

namespace shapewright::symbolic {

// A closed range of integers whose ends may be infinite. INT64_MIN as `min` and
// INT64_MAX as `max` mean "no bound", so INT64_MAX is never a value (S15).
// An interval with min > max is empty. Arithmetic is outward: the result holds
// every value that the operation can give, and its ends saturate to infinity.
struct Interval {
  static constexpr int64_t kMinusInfinity = std::numeric_limits<int64_t>::min();
  static constexpr int64_t kInfinity = std::numeric_limits<int64_t>::max();

  int64_t min = kMinusInfinity;
  int64_t max = kInfinity;

  static constexpr Interval All() { return {}; }
  static constexpr Interval Point(int64_t value) { return {value, value}; }
  static constexpr Interval AtLeast(int64_t value) { return {value, kInfinity}; }
  static constexpr Interval AtMost(int64_t value) { return {kMinusInfinity, value}; }
  // What a size can be: [0, inf).
  static constexpr Interval Size() { return AtLeast(0); }
  static constexpr Interval Empty() { return {1, 0}; }

  constexpr bool is_empty() const { return min > max; }
  constexpr bool has_min() const { return min != kMinusInfinity; }
  constexpr bool has_max() const { return max != kInfinity; }
  // A single value. [INT64_MAX, INT64_MAX] is not one: it has no upper end.
  constexpr bool is_point() const { return min == max && has_min() && has_max(); }
  constexpr bool Contains(int64_t value) const { return min <= value && value <= max; }
  constexpr bool Contains(Interval other) const {
    return other.is_empty() || (min <= other.min && other.max <= max);
  }

  friend constexpr bool operator==(Interval a, Interval b) {
    return a.min == b.min && a.max == b.max;
  }
};

Interval Intersect(Interval a, Interval b);
// The least interval that contains both.
Interval Hull(Interval a, Interval b);

Interval Negate(Interval a);
Interval Add(Interval a, Interval b);
Interval Subtract(Interval a, Interval b);
Interval Multiply(Interval a, Interval b);
// a times itself, which is never negative.
Interval Square(Interval a);
// 0 is left out of the divisor's interval: a division by it has no value.
Interval FloorDiv(Interval a, Interval b);
Interval CeilDiv(Interval a, Interval b);
Interval TruncDiv(Interval a, Interval b);
Interval Mod(Interval a, Interval b);
Interval Min(Interval a, Interval b);
Interval Max(Interval a, Interval b);
// Rounded down; unbounded unless the base is a single number of 2 or more.
Interval Power(Interval base, Interval exponent);
// `b` where a = 1, else `a` (S1).
Interval Broadcast(Interval a, Interval b);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_INTERVAL_H_
