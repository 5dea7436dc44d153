// What a condition says. Oracle: the values of the condition at all small values of its symbols.
#include "core/symbolic/algebra/comparison.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/text/print.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

class S36Comparison : public testing::Test {
 protected:
  S36Comparison() : a_(Declare(arena_, "a", {-9, 9})), b_(Declare(arena_, "b", {-9, 9})) {}

  std::string Text(Expr condition) {
    const auto sides = AsComparison(arena_, condition);
    if (!sides) return "";
    Expect(*sides, condition, true);
    if (!sides->is_equality) Expect(*Reversed(arena_, *sides), condition, false);
    return absl::StrCat(ToString(arena_, sides->left),
                        sides->is_equality ? " = " : " <= ", ToString(arena_, sides->right));
  }

  // The comparison holds where the condition has the value.
  void Expect(const Comparison& sides, Expr condition, bool value) {
    for (int64_t a = -4; a <= 4; ++a) {
      for (int64_t b = -4; b <= 4; ++b) {
        const std::vector<std::optional<int64_t>> bindings = {a, b};
        const auto found = Evaluate(arena_, {sides.left, sides.right, condition}, bindings);
        const bool holds =
            sides.is_equality ? found[0].value == found[1].value : found[0].value <= found[1].value;
        EXPECT_EQ(holds == value, found[2].value == 1) << a << " " << b;
      }
    }
  }

  ExprArena arena_;
  Expr a_;
  Expr b_;
};

TEST_F(S36Comparison, OfTwoIntegers) {
  EXPECT_EQ(Text(IsPositive(arena_, Subtract(arena_, b_, a_))), "a + 1 <= b");
  EXPECT_EQ(Text(IsPositive(arena_, Subtract(arena_, 5, a_))), "a <= 4");
  const Expr difference = Subtract(arena_, a_, b_);
  const Expr is_equal =
      IsPositive(arena_, Min(arena_, Add(arena_, difference, 1), Subtract(arena_, 1, difference)));
  EXPECT_EQ(Text(is_equal), "a = b");
}

TEST_F(S36Comparison, OfNothingElse) {
  EXPECT_EQ(Text(a_), "");
  EXPECT_EQ(Text(1), "");
  EXPECT_EQ(Text(Multiply(arena_, a_, b_)), "");
  const Expr flag = Min(arena_, 1, Max(arena_, 0, a_));
  EXPECT_EQ(Text(Subtract(arena_, 1, flag)), "");
}

}  // namespace
}  // namespace shapewright::symbolic
