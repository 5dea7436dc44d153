#include <limits>

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/text/print.h"
#include "gtest/gtest.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

constexpr int64_t kInt64Max = std::numeric_limits<int64_t>::max();
constexpr int64_t kInt64Min = std::numeric_limits<int64_t>::min();

TEST(Sum, UnknownStaysUnknownExceptTimesZero) {
  ExprArena arena;
  const Expr n = Declare(arena, "n");
  EXPECT_TRUE(Add(arena, n, Expr()).is_unknown());
  EXPECT_TRUE(Subtract(arena, Expr(), Expr()).is_unknown());
  EXPECT_TRUE(Multiply(arena, Expr(), n).is_unknown());
  EXPECT_EQ(Multiply(arena, Expr(), 0), Expr(0));
  EXPECT_TRUE(Product(arena, {n, Expr(), 2}).is_unknown());
}

TEST(Sum, ProductOfNoneIsOne) {
  ExprArena arena;
  const Expr n = Declare(arena, "n");
  EXPECT_EQ(Product(arena, {}), Expr(1));
  EXPECT_EQ(ToString(arena, Product(arena, {2, n, 3, n})), "6*n*n");
}

TEST(S15Overflow, OfConstantsIsUnknownAndReportedOnce) {
  ExprArena arena;
  EXPECT_TRUE(Add(arena, kInt64Max, 1).is_unknown());
  EXPECT_TRUE(arena.TakeOverflow());
  EXPECT_FALSE(arena.TakeOverflow());
  EXPECT_TRUE(Negate(arena, kInt64Min).is_unknown());
  EXPECT_TRUE(Multiply(arena, kInt64Max, 2).is_unknown());
  EXPECT_TRUE(arena.TakeOverflow());
  EXPECT_EQ(Add(arena, kInt64Min, kInt64Max), Expr(-1));
  EXPECT_FALSE(arena.TakeOverflow());
}

TEST(S15Overflow, OfCoefficientsBecomesADefinedSymbol) {
  ExprArena arena;
  const Expr n = Declare(arena, "n");
  const Expr large = Multiply(arena, n, kInt64Max);
  const Expr sum = Add(arena, large, n);
  EXPECT_EQ(ToString(arena, sum), "t1");
  EXPECT_FALSE(arena.TakeOverflow());
  const std::optional<int64_t> zero[] = {0};
  EXPECT_EQ(Evaluate(arena, sum, zero).value, 0);
  const Expr negated = Multiply(arena, Multiply(arena, n, kInt64Min), -1);
  const std::optional<int64_t> one[] = {1};
  EXPECT_EQ(Evaluate(arena, negated, one).status, Evaluation::Status::kOverflow);
}

TEST(S20Defined, EqualSumsAndProductsAreOneSymbol) {
  ExprLimits limits;
  limits.terms = 2;
  ExprArena arena(limits);
  const Expr a = Parse(arena, "a + b");
  const Expr c = Parse(arena, "c");
  EXPECT_EQ(Add(arena, a, c), Add(arena, c, a));
  const Expr d = Parse(arena, "c + d");
  const Expr product = Multiply(arena, a, d);
  EXPECT_EQ(product, Multiply(arena, d, a));
  EXPECT_TRUE(arena.node(product.node()).defined);
  const Expr scaled = Multiply(arena, product, kInt64Max);
  EXPECT_EQ(Multiply(arena, scaled, kInt64Max), Multiply(arena, kInt64Max, scaled));
}

TEST(S20Defined, HaveTheIntervalOfWhatTheyStandFor) {
  ExprLimits limits;
  limits.terms = 1;
  ExprArena arena(limits);
  const Expr n = Declare(arena, "n", {2, 8});
  const Expr m = Declare(arena, "m", {1, 3});
  const Expr sum = Add(arena, n, m);
  EXPECT_EQ(arena.Bounds(sum), (Interval{3, 11}));
  const SymbolId id = arena.node(sum.node()).symbol;
  EXPECT_EQ(arena.symbol(id).kind, SymbolKind::kDefined);
  arena.SetSymbolBounds(id, {4, 11});
  EXPECT_EQ(arena.Bounds(sum), (Interval{4, 11}));
}

}  // namespace
}  // namespace shapewright::symbolic
