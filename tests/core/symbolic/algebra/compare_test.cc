#include "core/symbolic/algebra/compare.h"

#include "core/symbolic/algebra/algebra.h"
#include "gtest/gtest.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

struct Claim {
  const char* left;
  const char* right;
};

// N, M are sizes, B is in 2..8, K any integer.
class Compare : public testing::Test {
 protected:
  Compare() {
    Declare(arena_, "N");
    Declare(arena_, "M");
    Declare(arena_, "B", {2, 8});
    Declare(arena_, "K", Interval::All());
  }
  Expr Of(const char* text) { return Parse(arena_, text); }

  ExprArena arena_;
};

TEST_F(Compare, AtMost) {
  for (const auto& [left, right] : std::initializer_list<Claim>{{"N", "N"},
                                                                {"N", "N + M"},
                                                                {"0", "N"},
                                                                {"B", "8"},
                                                                {"2", "B"},
                                                                {"N - 4*(N//4)", "3"},
                                                                {"4*(N//4)", "N"},
                                                                {"N", "4*ceildiv(N, 4)"},
                                                                {"min(N, M)", "N"},
                                                                {"N", "max(N, M)"},
                                                                {"N//2", "N"},
                                                                {"mod(N, 8)", "7"},
                                                                {"mod(K, B)", "7"},
                                                                {"N//2 + N//2", "N"},
                                                                {"min(N, M) + 1", "N + 1"},
                                                                {"B*N", "8*N"}}) {
    EXPECT_TRUE(IsAtMost(arena_, Of(left), Of(right))) << left << " " << right;
  }
  for (const auto& [left, right] : std::initializer_list<Claim>{{"N", "M"},
                                                                {"K", "N"},
                                                                {"N + 1", "N"},
                                                                {"N", "N*M"},
                                                                {"B", "7"},
                                                                {"2*K", "3*K"},
                                                                {"N", "broadcast(N, M)"}}) {
    EXPECT_FALSE(IsAtMost(arena_, Of(left), Of(right))) << left << " " << right;
  }
}

TEST_F(Compare, LessAndDifferent) {
  EXPECT_TRUE(IsLess(arena_, Of("N"), Of("N + 1")));
  EXPECT_TRUE(IsLess(arena_, Of("mod(N, 4)"), 4));
  EXPECT_FALSE(IsLess(arena_, Of("N"), Of("N")));
  EXPECT_TRUE(IsDifferent(arena_, Of("N"), Of("N + 1")));
  EXPECT_TRUE(IsDifferent(arena_, Of("B"), 9));
  EXPECT_TRUE(IsDifferent(arena_, Of("2*N"), 3));
  EXPECT_TRUE(IsDifferent(arena_, Of("4*N + 6*M"), Of("2*K + 1")));
  EXPECT_TRUE(IsDifferent(arena_, 3, 4));
  EXPECT_FALSE(IsDifferent(arena_, Of("2*N"), 4));
  EXPECT_FALSE(IsDifferent(arena_, Of("N"), Of("M")));
  EXPECT_FALSE(IsDifferent(arena_, Of("N"), Of("N")));
}

TEST_F(Compare, EqualByIntervals) {
  const Expr one = Declare(arena_, "one", {1, 1});
  EXPECT_TRUE(IsEqual(arena_, one, 1));
  EXPECT_TRUE(IsEqual(arena_, Multiply(arena_, one, one), one));
  EXPECT_FALSE(IsEqual(arena_, Of("N"), Of("M")));
}

TEST_F(Compare, UnknownShowsNothing) {
  EXPECT_FALSE(IsEqual(arena_, Expr(), Expr()));
  EXPECT_FALSE(IsDifferent(arena_, Expr(), 3));
  EXPECT_FALSE(IsAtMost(arena_, Expr(), Of("N")));
  EXPECT_FALSE(IsLess(arena_, 0, Expr()));
  EXPECT_FALSE(IsDivisible(arena_, Expr(), 2));
  EXPECT_EQ(DifferenceBounds(arena_, Expr(), 2), Interval::All());
}

TEST_F(Compare, LargeCoefficientsShowNothingWrong) {
  const Expr large = Of("N*9223372036854775807");
  const Expr small = Of("N*(-9223372036854775808)");
  EXPECT_TRUE(IsAtMost(arena_, small, large));
  EXPECT_FALSE(IsAtMost(arena_, large, small));
  EXPECT_FALSE(IsDifferent(arena_, small, 0));
}

}  // namespace
}  // namespace shapewright::symbolic
