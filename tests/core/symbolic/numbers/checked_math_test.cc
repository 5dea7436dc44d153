#include "core/symbolic/numbers/checked_math.h"

#include <limits>

#include "gtest/gtest.h"

namespace shapewright::symbolic {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

TEST(S15Overflow, ArithmeticSaysWhenItLeaves64Bits) {
  EXPECT_EQ(CheckedAdd(kMax, 1), std::nullopt);
  EXPECT_EQ(CheckedAdd(kMax, -1), kMax - 1);
  EXPECT_EQ(CheckedSub(kMin, 1), std::nullopt);
  EXPECT_EQ(CheckedSub(0, kMin), std::nullopt);
  EXPECT_EQ(CheckedMul(kMax, 2), std::nullopt);
  EXPECT_EQ(CheckedMul(kMin, -1), std::nullopt);
  EXPECT_EQ(CheckedMul(kMin, 1), kMin);
  EXPECT_EQ(Narrow(static_cast<Int128>(kMax) + 1), std::nullopt);
  EXPECT_EQ(Narrow(static_cast<Int128>(kMin)), kMin);
}

TEST(S11Division, RoundsAsNamed) {
  for (int64_t a = -20; a <= 20; ++a) {
    for (int64_t b = -6; b <= 6; ++b) {
      if (b == 0) continue;
      const int64_t floor = FloorDivide(a, b);
      const int64_t ceil = CeilDivide(a, b);
      EXPECT_LE(floor * b * b, a * b);
      EXPECT_GT((floor + 1) * b * b, a * b);
      EXPECT_EQ(ceil, -FloorDivide(-a, b));
      EXPECT_EQ(FloorMod(a, b), a - b * floor);
      EXPECT_EQ(CheckedTruncDiv(a, b), a / b);
    }
  }
}

TEST(S11Division, HasOneQuotientThatDoesNotFit) {
  EXPECT_EQ(CheckedFloorDiv(kMin, -1), std::nullopt);
  EXPECT_EQ(CheckedCeilDiv(kMin, -1), std::nullopt);
  EXPECT_EQ(CheckedTruncDiv(kMin, -1), std::nullopt);
  EXPECT_EQ(FloorMod(kMin, -1), 0);
  EXPECT_EQ(FloorMod(-1, kMax), kMax - 1);
  EXPECT_EQ(FloorMod(1, kMin), kMin + 1);
}

TEST(CommonFactor, IsPositiveAndDividesBoth) {
  EXPECT_EQ(CommonFactor(12, -18), 6);
  EXPECT_EQ(CommonFactor(0, -5), 5);
  EXPECT_EQ(CommonFactor(0, 0), 0);
  EXPECT_EQ(CommonFactor(kMin, 12), 4);
  EXPECT_EQ(CommonFactor(0, kMin), kMin / -2);
  EXPECT_EQ(CommonFactor(kMin, kMax), 1);
}

}  // namespace
}  // namespace shapewright::symbolic
