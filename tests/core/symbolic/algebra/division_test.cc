#include <optional>

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/text/interval_text.h"
#include "core/symbolic/text/print.h"
#include "gtest/gtest.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

using DivisionOperation = Expr (*)(ExprArena&, Expr, Expr);
constexpr DivisionOperation kDivisionOperations[] = {FloorDiv, CeilDiv, TruncDiv, Mod};

TEST(S11Division, ByZeroIsUnknownAndReported) {
  ExprArena arena;
  const Expr n = Declare(arena, "n");
  for (const DivisionOperation divide : kDivisionOperations) {
    EXPECT_TRUE(divide(arena, n, 0).is_unknown());
    EXPECT_TRUE(arena.TakeDivisionByZero());
    EXPECT_TRUE(divide(arena, 5, 0).is_unknown());
    EXPECT_TRUE(arena.TakeDivisionByZero());
    EXPECT_TRUE(divide(arena, Expr(), n).is_unknown());
    EXPECT_TRUE(divide(arena, n, Expr()).is_unknown());
    EXPECT_FALSE(arena.TakeDivisionByZero());
  }
  EXPECT_EQ(DivideExactly(arena, n, 0), std::nullopt);
  EXPECT_EQ(DivideExactly(arena, Expr(), n), std::nullopt);
}

TEST(S11Division, ByASymbolThatIsOnlyZeroEnds) {
  ExprArena arena;
  const Expr n = Declare(arena, "n", Interval::All());
  const Expr zero = Declare(arena, "zero", {0, 0});
  const Expr never = Declare(arena, "never", {5, -3});
  for (const DivisionOperation divide : kDivisionOperations) {
    EXPECT_FALSE(divide(arena, n, zero).is_constant());
    (void)divide(arena, n, never);
    (void)divide(arena, never, n);
  }
}

TEST(S11Division, TruncdivIsFloordivOnlyWhereSignsAreProved) {
  ExprArena arena;
  const Expr any = Declare(arena, "any", Interval::All());
  const Expr size = Declare(arena, "size");
  const Expr negative = Declare(arena, "negative", Interval::AtMost(-1));
  EXPECT_EQ(ToString(arena, TruncDiv(arena, any, 2)), "truncdiv(any, 2)");
  EXPECT_EQ(ToString(arena, TruncDiv(arena, size, 2)), "size//2");
  EXPECT_EQ(ToString(arena, TruncDiv(arena, size, any)), "truncdiv(size, any)");
  EXPECT_EQ(ToString(arena, TruncDiv(arena, size, negative)), "-(size//(-negative))");
}

TEST(S13Divisibility, IsShownByNormalForms) {
  ExprArena arena;
  Declare(arena, "p", Interval::AtLeast(1));
  const Expr padded = Parse(arena, "h + mod(-h, 7)");
  EXPECT_TRUE(IsDivisible(arena, padded, 7));
  EXPECT_FALSE(IsDivisible(arena, Parse(arena, "h"), 7));
  EXPECT_TRUE(IsDivisible(arena, Parse(arena, "p*n + p"), Parse(arena, "p")));
  // b may be 0.
  EXPECT_FALSE(IsDivisible(arena, Parse(arena, "n*m"), Parse(arena, "n")));
  EXPECT_EQ(DivideExactly(arena, Parse(arena, "n*m"), Parse(arena, "n")), Parse(arena, "m"));
  EXPECT_EQ(DivideExactly(arena, 7, 2), std::nullopt);
  EXPECT_EQ(DivideExactly(arena, INT64_MIN, -1), std::nullopt);
  EXPECT_EQ(DivideExactly(arena, Parse(arena, "n*(-9223372036854775808)"), -1), std::nullopt);
}

TEST(S12Range, IsMaxOfZeroAndCeildiv) {
  ExprArena arena;
  const auto kValue = SymbolKind::kInputValue;
  const Expr start = Declare(arena, "start[]", Interval::All(), kValue);
  const Expr limit = Declare(arena, "limit[]", Interval::All(), kValue);
  const Expr delta = Declare(arena, "delta[]", Interval::All(), kValue);
  const Expr range = ClampToSize(arena, CeilDiv(arena, Subtract(arena, limit, start), delta));
  EXPECT_EQ(ToString(arena, range), "max(0, ceildiv(limit[] - start[], delta[]))");
  struct Case {
    int64_t start, limit, delta, size;
  };
  for (const auto& [first, end, step, size] : std::vector<Case>{{0, 5, 1, 5},
                                                                {5, 2, 1, 0},
                                                                {0, 5, 2, 3},
                                                                {5, 0, -2, 3},
                                                                {2, 2, 1, 0},
                                                                {-4, 4, 3, 3},
                                                                {10, 0, -1, 10},
                                                                {0, 5, -1, 0}}) {
    const std::optional<int64_t> values[] = {first, end, step};
    EXPECT_EQ(Evaluate(arena, range, values).value, size);
  }
}

// S20: what does not fit under the caps is exact all the same.
TEST(S20Defined, QuotientsOverTheCapsAreNotUnknown) {
  ExprLimits limits;
  limits.terms = 2;
  limits.dag_nodes = 5;
  ExprArena arena(limits);
  const Expr e = Parse(arena, "(a + b + c + d + 3)//2 + ceildiv(a + b + c, 5)");
  ASSERT_FALSE(e.is_unknown());
  std::vector<std::optional<int64_t>> values(arena.symbols().size(), 4);
  EXPECT_EQ(Evaluate(arena, e, values).value, 9 + 3);
}

}  // namespace
}  // namespace shapewright::symbolic
