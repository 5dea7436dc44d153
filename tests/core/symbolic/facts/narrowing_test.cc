// What one-sided facts say of intervals. Expected values by hand.
#include "core/symbolic/facts/narrowing.h"

#include <gtest/gtest.h>

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/algebra/power.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

class NarrowingTest : public ::testing::Test {
 protected:
  // By low <= high.
  void Narrow(Expr low, Expr high) {
    NarrowBySum(arena_, symbols_, *DifferenceTerms(arena_, high, low));
  }

  ExprArena arena_;
  SymbolState symbols_{arena_};
  Expr n_ = Declare(arena_, "N");
  Expr m_ = Declare(arena_, "M", {2, 10});
};

TEST_F(NarrowingTest, EachSymbolByTheRest) {
  Narrow(Add(arena_, Multiply(arena_, n_, 3), m_), 20);
  EXPECT_EQ(arena_.Bounds(n_), (Interval{0, 6})) << "3*N <= 20 - 2";
  EXPECT_EQ(arena_.Bounds(m_), (Interval{2, 10}));
}

TEST_F(NarrowingTest, DividendsOfQuotients) {
  Narrow(FloorDiv(arena_, n_, 4), 2);
  EXPECT_EQ(arena_.Bounds(n_), (Interval{0, 11}));
  Narrow(2, FloorDiv(arena_, n_, 4));
  EXPECT_EQ(arena_.Bounds(n_), (Interval{8, 11}));
}

TEST_F(NarrowingTest, FactorsThatAreNotNegative) {
  Narrow(Multiply(arena_, n_, m_), 30);
  EXPECT_EQ(arena_.Bounds(n_), (Interval{0, 15})) << "M is at least 2";
  Narrow(21, Multiply(arena_, n_, m_));
  EXPECT_EQ(arena_.Bounds(n_), (Interval{3, 15})) << "M is at most 10";
}

TEST_F(NarrowingTest, ExponentsOfPowers) {
  const Expr e = Declare(arena_, "e", Interval::All());
  const Expr power = Power(arena_, 3, e);
  Narrow(power, 100);
  EXPECT_EQ(arena_.Bounds(e), Interval::AtMost(4));
  Narrow(1, power);
  EXPECT_EQ(arena_.Bounds(e), (Interval{0, 4}));
  Narrow(28, power);
  EXPECT_EQ(arena_.Bounds(e), (Interval{4, 4}));
  const Expr none = Declare(arena_, "none", Interval::All());
  Narrow(Power(arena_, 3, none), 0);
  EXPECT_EQ(arena_.Bounds(none), Interval::AtMost(-1));
}

TEST_F(NarrowingTest, EachOfAMinFromBelowOnly) {
  Narrow(3, Min(arena_, n_, m_));
  EXPECT_EQ(arena_.Bounds(n_).min, 3);
  EXPECT_EQ(arena_.Bounds(m_), (Interval{3, 10}));
  Narrow(Min(arena_, n_, m_), 5);
  EXPECT_FALSE(arena_.Bounds(n_).has_max());
  EXPECT_EQ(arena_.Bounds(m_), (Interval{3, 10}));
}

TEST_F(NarrowingTest, EachOfAMaxFromAboveOnly) {
  Narrow(Max(arena_, n_, m_), 7);
  EXPECT_EQ(arena_.Bounds(n_), (Interval{0, 7}));
  EXPECT_EQ(arena_.Bounds(m_), (Interval{2, 7}));
  Narrow(6, Max(arena_, n_, m_));
  EXPECT_EQ(arena_.Bounds(n_), (Interval{0, 7}));
}

}  // namespace
}  // namespace shapewright::symbolic
