// Powers of constants. Values are computed by repeated multiplication; property_test.cc compares
// random expressions with powers in them.
#include "core/symbolic/algebra/power.h"

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/algebra/upper_expression.h"
#include "core/symbolic/text/interval_text.h"
#include "core/symbolic/text/print.h"
#include "gtest/gtest.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

class PowerTest : public testing::Test {
 protected:
  std::string Text(Expr e) { return ToString(arena_, e); }
  std::string Text(absl::string_view text) { return Text(Parse(arena_, text)); }
  Evaluation At(Expr e, int64_t n, int64_t k) { return Evaluate(arena_, e, {{n, k}}); }

  ExprArena arena_;
  const Expr n_ = Declare(arena_, "n");
  const Expr k_ = Declare(arena_, "k", Interval::All());
};

TEST_F(PowerTest, OfAConstantIsAConstant) {
  EXPECT_EQ(Power(arena_, 2, 10), Expr(1024));
  EXPECT_EQ(Power(arena_, 3, 0), Expr(1));
  EXPECT_EQ(Power(arena_, 3, -1), Expr(0));
  EXPECT_EQ(Power(arena_, 10, 18), Expr(1000000000000000000));
}

TEST_F(PowerTest, OfOtherBasesIsUnknown) {
  for (const Expr base : {Expr(1), Expr(0), Expr(-2), n_, Expr()}) {
    EXPECT_TRUE(Power(arena_, base, n_).is_unknown());
  }
  EXPECT_TRUE(Power(arena_, 2, Expr()).is_unknown());
}

TEST_F(PowerTest, SumsOfWhatIsNotNegativeAreProducts) {
  EXPECT_EQ(Text("2^(n + 3)"), "8*2^n");
  EXPECT_EQ(Text("2^(2*n)"), "2^n*2^n");
  EXPECT_EQ(Parse(arena_, "2^n*2^(n + 1)"), Parse(arena_, "2*2^(2*n)"));
  EXPECT_EQ(Text("2^(k + 3)"), "2^(k + 3)");
  EXPECT_EQ(Text("2^(n - 3)"), "2^(n - 3)");
  EXPECT_EQ(Text("2^(100*n)"), "2^(100*n)");
  EXPECT_EQ(Text("n*2^n//2^n"), "n");
}

TEST_F(PowerTest, BoundsFollowTheExponent) {
  const Expr small = Declare(arena_, "small", {-2, 5});
  EXPECT_EQ(ToString(arena_.Bounds(Power(arena_, 3, small))), "0..243");
  EXPECT_EQ(ToString(arena_.Bounds(Power(arena_, 3, n_))), "1..");
  EXPECT_EQ(ToString(arena_.Bounds(Power(arena_, 3, k_))), "0..");
  EXPECT_TRUE(IsAtMost(arena_, n_, Multiply(arena_, n_, Power(arena_, 3, n_))));
}

TEST_F(PowerTest, EvaluatesWithinAndBeyond64Bits) {
  const Expr power = Power(arena_, 2, k_);
  EXPECT_EQ(At(power, 0, 62).value, int64_t{1} << 62);
  EXPECT_EQ(At(power, 0, -62).value, 0);
  EXPECT_EQ(At(power, 0, 63).status, Evaluation::Status::kOverflow);
  EXPECT_EQ(At(power, 0, INT64_MAX).status, Evaluation::Status::kOverflow);
  const Expr quotient = FloorDiv(arena_, n_, Power(arena_, 2, Min(arena_, k_, 63)));
  EXPECT_EQ(At(quotient, INT64_MAX - 1, 62).value, 1);
  EXPECT_EQ(At(quotient, INT64_MAX - 1, 1000).value, 0);
  // 0 times whatever it is.
  EXPECT_EQ(At(Multiply(arena_, n_, power), 0, 1000).value, 0);
}

TEST_F(PowerTest, AConstantPowerBeyond64BitsIsStillADivisor) {
  const Expr quotient = FloorDiv(arena_, n_, Power(arena_, 2, 63));
  EXPECT_EQ(Text(quotient), "n//2^63");
  EXPECT_EQ(At(quotient, INT64_MAX - 1, 0).value, 0);
  EXPECT_TRUE(Power(arena_, 2, 200).is_unknown());
  EXPECT_TRUE(arena_.TakeOverflow());
}

TEST_F(PowerTest, ParsesTwoNotations) {
  EXPECT_EQ(Parse(arena_, "2**n"), Power(arena_, 2, n_));
  EXPECT_EQ(Text("-2^n"), "-2^n");
  EXPECT_EQ(Text("n//2^(2^n)"), "n//2^(2^n)");
  EXPECT_EQ(ToOnnxText(arena_, Parse(arena_, "3*2^(k - 1)")), "3*floor(2**(k - 1))");
  EXPECT_EQ(ToOnnxText(arena_, Parse(arena_, "3*2^(n + 1)")), "6*2**n");
  EXPECT_EQ(Text("2^3"), "8");
  EXPECT_EQ(Text("2^-1"), "0");
  EXPECT_EQ(Text("n^2"), "n*n");
  EXPECT_EQ(Text("4*2**-1"), "2");
  for (const absl::string_view wrong : {"1**n", "n**k", "2^", "2^3^n", "2^f32(1)", "-1**n"}) {
    EXPECT_FALSE(ParseExpr(arena_, wrong, DeclaredOnly(arena_)).ok()) << wrong;
  }
}

}  // namespace
}  // namespace shapewright::symbolic
