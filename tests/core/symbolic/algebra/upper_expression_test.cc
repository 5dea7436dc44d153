// Bounds over symbols of the inputs. Expected values by hand.
#include "core/symbolic/algebra/upper_expression.h"

#include <gtest/gtest.h>

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/text/print.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

class UpperExpressionTest : public ::testing::Test {
 protected:
  Expr Input(const char* name, Interval bounds = Interval::Size()) {
    return Declare(arena_, name, bounds);
  }
  Expr Decided(Interval bounds, Expr upper = {}) {
    Site node;
    node.node = 0;
    return arena_.AddAnonymous(bounds, "data", node, SymbolKind::kDataDependent, upper);
  }
  std::string Upper(Expr e) {
    const Expr upper = UpperExpression(arena_, e);
    return upper.is_unknown() ? "unknown" : ToString(arena_, upper);
  }

  ExprArena arena_;
};

using UpperExpression = UpperExpressionTest;

TEST_F(UpperExpression, WhatFollowsTheInputsIsItsOwn) {
  const Expr n = Input("N");
  EXPECT_EQ(Upper(Add(arena_, n, 3)), "N + 3");
  EXPECT_EQ(Upper(7), "7");
  Site input;
  input.input = 0;
  EXPECT_EQ(Upper(arena_.AddAnonymous(Interval::Size(), "", input)), "?1");
}

TEST_F(UpperExpression, GrowsWithWhatTheDataDecide) {
  const Expr n = Input("N");
  const Expr d = Decided(Interval::Size(), Multiply(arena_, 2, n));
  EXPECT_EQ(Upper(d), "2*N");
  EXPECT_EQ(Upper(Add(arena_, Multiply(arena_, 3, d), n)), "7*N");
  EXPECT_EQ(Upper(Multiply(arena_, d, n)), "2*N*N");
  EXPECT_EQ(Upper(FloorDiv(arena_, d, 4)), "N//2");
  EXPECT_EQ(Upper(Max(arena_, d, 5)), "max(5, 2*N)");
}

// What shrinks as the data's part grows is greatest where that is least.
TEST_F(UpperExpression, ShrinksWithWhatIsTakenAway) {
  const Expr n = Input("N");
  const Expr d = Decided({1, Interval::kInfinity}, n);
  EXPECT_EQ(Upper(Subtract(arena_, n, d)), "N - 1");
}

TEST_F(UpperExpression, OneOperandBoundsAMinimum) {
  const Expr n = Input("N");
  const Expr d = Decided(Interval::Size());
  EXPECT_EQ(Upper(d), "unknown");
  EXPECT_EQ(Upper(Min(arena_, d, n)), "N");
  EXPECT_EQ(Upper(Max(arena_, d, n)), "unknown");
  EXPECT_EQ(Upper(Decided({0, 9})), "9");
}

// The interval of what the data decide follows that of its upper bound.
TEST_F(UpperExpression, NarrowsWithTheInputs) {
  const Expr n = Input("N");
  const Expr d = Decided(Interval::Size(), Multiply(arena_, 2, n));
  EXPECT_FALSE(arena_.Bounds(d).has_max());
  arena_.SetSymbolBounds(0, {1, 8});
  EXPECT_EQ(arena_.Bounds(d), (Interval{0, 16}));
}

}  // namespace
}  // namespace shapewright::symbolic
