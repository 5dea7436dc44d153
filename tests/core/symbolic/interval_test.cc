#include "core/symbolic/interval.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/symbolic/text/interval_text.h"
#include "core/symbolic/text/print.h"
#include "gtest/gtest.h"

namespace shapewright::symbolic {

// Found by GoogleTest, by the type of its arguments.
// NOLINTNEXTLINE(misc-use-internal-linkage)
void PrintTo(const Interval& interval, std::ostream* out) {
  *out << interval.min << ".." << interval.max;
}

namespace {

constexpr int64_t kInf = Interval::kInfinity;
constexpr int64_t kMinusInf = Interval::kMinusInfinity;
constexpr int kReach = 4;

using Value = std::optional<int64_t>;
using Operation = absl::FunctionRef<Interval(Interval, Interval)>;
using Exact = absl::FunctionRef<Value(int64_t, int64_t)>;

int64_t Floor(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

// The hull of the operation's values over all pairs.
Interval Enumerate(Interval a, Interval b, Exact exact) {
  Interval hull = Interval::Empty();
  for (int64_t x = a.min; x <= a.max; ++x) {
    for (int64_t y = b.min; y <= b.max; ++y) {
      if (const Value value = exact(x, y)) {
        hull = Hull(hull, Interval::Point(*value));
      }
    }
  }
  return hull;
}

void ForEachPair(absl::FunctionRef<void(Interval, Interval)> visit) {
  for (int64_t a = -kReach; a <= kReach; ++a) {
    for (int64_t b = a; b <= kReach; ++b) {
      for (int64_t c = -kReach; c <= kReach; ++c) {
        for (int64_t d = c; d <= kReach; ++d) visit({a, b}, {c, d});
      }
    }
  }
}

// Every value is within the result, for intervals with open ends too: those are
// tried with values beyond kReach.
void ExpectSound(Operation operation, Exact exact) {
  ForEachPair([&](Interval a, Interval b) {
    const auto open = [](Interval x) {
      if (x.min == -kReach) x.min = kMinusInf;
      if (x.max == kReach) x.max = kInf;
      return x;
    };
    const auto wide = [](Interval x) {
      if (x.min == -kReach) x.min = -50;
      if (x.max == kReach) x.max = 50;
      return x;
    };
    EXPECT_TRUE(operation(a, b).Contains(Enumerate(a, b, exact)))
        << ToString(a) << " and " << ToString(b);
    if (open(a) == a && open(b) == b) return;
    EXPECT_TRUE(operation(open(a), open(b)).Contains(Enumerate(wide(a), wide(b), exact)))
        << ToString(open(a)) << " and " << ToString(open(b)) << " gives "
        << ToString(operation(open(a), open(b)));
  });
}

// The result is the hull itself, wherever there is a value.
void ExpectExact(Operation operation, Exact exact) {
  ExpectSound(operation, exact);
  ForEachPair([&](Interval a, Interval b) {
    const Interval hull = Enumerate(a, b, exact);
    if (hull.is_empty()) return;
    EXPECT_EQ(operation(a, b), hull) << ToString(a) << " and " << ToString(b);
  });
}

TEST(IntervalArithmetic, AddAndSubtractAreTheHull) {
  ExpectExact(static_cast<Interval (*)(Interval, Interval)>(Add),
              [](int64_t a, int64_t b) -> Value { return a + b; });
  ExpectExact(static_cast<Interval (*)(Interval, Interval)>(Subtract),
              [](int64_t a, int64_t b) -> Value { return a - b; });
}

TEST(IntervalArithmetic, MultiplyIsTheHull) {
  ExpectExact(static_cast<Interval (*)(Interval, Interval)>(Multiply),
              [](int64_t a, int64_t b) -> Value { return a * b; });
}

TEST(IntervalArithmetic, MinAndMaxAreTheHull) {
  ExpectExact(static_cast<Interval (*)(Interval, Interval)>(Min),
              [](int64_t a, int64_t b) -> Value { return std::min(a, b); });
  ExpectExact(static_cast<Interval (*)(Interval, Interval)>(Max),
              [](int64_t a, int64_t b) -> Value { return std::max(a, b); });
}

TEST(S11Division, IntervalsOfQuotientsAreTheHull) {
  ExpectExact(static_cast<Interval (*)(Interval, Interval)>(FloorDiv),
              [](int64_t a, int64_t b) -> Value { return b == 0 ? Value() : Floor(a, b); });
  ExpectExact(static_cast<Interval (*)(Interval, Interval)>(CeilDiv),
              [](int64_t a, int64_t b) -> Value { return b == 0 ? Value() : -Floor(-a, b); });
  ExpectExact(static_cast<Interval (*)(Interval, Interval)>(TruncDiv),
              [](int64_t a, int64_t b) -> Value { return b == 0 ? Value() : a / b; });
}

TEST(S11Division, IntervalsOfModAreSound) {
  ExpectSound(static_cast<Interval (*)(Interval, Interval)>(Mod),
              [](int64_t a, int64_t b) -> Value { return b == 0 ? Value() : a - b * Floor(a, b); });
  EXPECT_EQ(Mod(Interval::Size(), Interval::Point(4)), (Interval{0, 3}));
  EXPECT_EQ(Mod({0, 2}, Interval::Point(4)), (Interval{0, 2}));
  EXPECT_EQ(Mod({-7, 9}, Interval::Point(-4)), (Interval{-3, 0}));
}

TEST(S1BroadcastValue, IntervalsAreSound) {
  ExpectSound(static_cast<Interval (*)(Interval, Interval)>(Broadcast),
              [](int64_t a, int64_t b) -> Value {
                if (a != b && a != 1 && b != 1) return Value();
                return a == 1 ? b : a;
              });
  EXPECT_EQ(Broadcast(Interval::Point(1), {2, 8}), (Interval{2, 8}));
  EXPECT_EQ(Broadcast({2, 8}, {1, 5}), (Interval{2, 8}));
  EXPECT_EQ(Broadcast({1, 4}, {3, 3}), (Interval{2, 4}));
}

TEST(IntervalArithmetic, SquareIsNeverNegative) {
  EXPECT_EQ(Square({-3, 2}), (Interval{0, 9}));
  EXPECT_EQ(Square({-3, -2}), (Interval{4, 9}));
  EXPECT_EQ(Square({}), Interval::Size());
}

TEST(S15Overflow, EndsSaturateToInfinity) {
  const Interval large = {kInf - 5, kInf - 1};
  EXPECT_EQ(Add(large, large).max, kInf);
  EXPECT_EQ(Multiply(large, large).max, kInf);
  EXPECT_EQ(Negate(large), (Interval{-(kInf - 1), -(kInf - 5)}));
  EXPECT_EQ(Add({kMinusInf, 0}, {kMinusInf, 0}), (Interval{kMinusInf, 0}));
  EXPECT_EQ(Add({}, {}), Interval::All());
  EXPECT_EQ(Subtract({}, {}), Interval::All());
  EXPECT_EQ(Multiply({}, Interval::Point(0)), Interval::Point(0));
}

// Expected values are products of 128 bits.
TEST(S15Overflow, ANumberTimesAnIntervalSaturatesAtBothEnds) {
  const std::vector<int64_t> numbers = {
      kMinusInf + 1, -kInf / 2, -(int64_t{1} << 32), -2, -1, 0, 1, 2, 3, int64_t{1} << 32,
      kInf / 2,      kInf - 1};
  const auto saturated = [](__int128 value, int64_t below, int64_t above) {
    return value <= kMinusInf ? below : value >= kInf ? above : static_cast<int64_t>(value);
  };
  for (const int64_t factor : numbers) {
    for (const int64_t low : numbers) {
      for (const int64_t high : numbers) {
        if (low > high) continue;
        const __int128 one = static_cast<__int128>(factor) * low;
        const __int128 other = static_cast<__int128>(factor) * high;
        const Interval expected = {saturated(std::min(one, other), kMinusInf, kInf - 1),
                                   saturated(std::max(one, other), kMinusInf + 1, kInf)};
        EXPECT_EQ(Multiply(Interval::Point(factor), {low, high}), expected)
            << factor << ToString({low, high});
        EXPECT_EQ(Multiply({low, high}, Interval::Point(factor)), expected)
            << factor << ToString({low, high});
      }
    }
    const Interval above =
        factor == 0 ? Interval::Point(0)
        : factor > 0
            ? Interval{saturated(static_cast<__int128>(factor) * 3, kMinusInf, kInf - 1), kInf}
            : Interval{kMinusInf,
                       saturated(static_cast<__int128>(factor) * 3, kMinusInf + 1, kInf)};
    EXPECT_EQ(Multiply(Interval::Point(factor), Interval::AtLeast(3)), above) << factor;
  }
}

TEST(S15Overflow, TheLargestNumberIsNeverAPoint) {
  EXPECT_FALSE(Interval::Point(kInf).is_point());
  EXPECT_FALSE(Interval::Point(kMinusInf).is_point());
  EXPECT_TRUE(Interval::Point(kInf).Contains(kInf));
  EXPECT_TRUE(Interval::Point(kInf - 1).is_point());
}

TEST(IntervalSets, EmptyIsNeutralForHullAndAbsorbsTheRest) {
  const Interval some = {2, 8};
  EXPECT_EQ(Hull(some, Interval::Empty()), some);
  EXPECT_EQ(Hull(Interval::Empty(), some), some);
  EXPECT_TRUE(Intersect(some, {9, 10}).is_empty());
  EXPECT_TRUE(Add(some, Interval::Empty()).is_empty());
  EXPECT_TRUE(FloorDiv(some, Interval::Point(0)).is_empty());
  EXPECT_TRUE(some.Contains(Interval::Empty()));
  EXPECT_FALSE(some.Contains(Interval{2, 9}));
}

}  // namespace
}  // namespace shapewright::symbolic
