#include "core/symbolic/algebra/choice.h"

#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/text/print.h"
#include "gtest/gtest.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

constexpr Interval kMayBeOne = {0, 9};

TEST(S1BroadcastValue, Table) {
  struct Case {
    Interval a, b;
    const char* result;
  };
  const Case cases[] = {
      {kMayBeOne, kMayBeOne, "broadcast(a, b)"},
      {{1, 1}, kMayBeOne, "broadcast(a, b)"},  // an interval is no constant
      {{2, 9}, kMayBeOne, "a"},
      {kMayBeOne, {2, 9}, "b"},
      {{0, 0}, kMayBeOne, "a"},
      {{2, 9}, {2, 9}, "a"},
  };
  for (const auto& [a_bounds, b_bounds, result] : cases) {
    ExprArena arena;
    const Expr a = Declare(arena, "a", a_bounds);
    const Expr b = Declare(arena, "b", b_bounds);
    EXPECT_EQ(ToString(arena, Broadcast(arena, a, b)), result);
  }
}

TEST(S1BroadcastValue, IsNotMax) {
  ExprArena arena;
  const Expr a = Declare(arena, "a");
  const Expr b = Declare(arena, "b");
  const Expr both = Broadcast(arena, a, b);
  const std::optional<int64_t> zero_and_one[] = {0, 1};
  EXPECT_EQ(Evaluate(arena, both, zero_and_one).value, 0);
  const std::optional<int64_t> one_and_zero[] = {1, 0};
  EXPECT_EQ(Evaluate(arena, both, one_and_zero).value, 0);
  EXPECT_EQ(Broadcast(arena, 0, 1), Expr(0));
  EXPECT_EQ(Broadcast(arena, 1, 0), Expr(0));
}

TEST(S1BroadcastValue, OfUnknownIsKnownOnlyBesideOne) {
  ExprArena arena;
  const Expr n = Declare(arena, "n");
  EXPECT_EQ(Broadcast(arena, 1, n), n);
  EXPECT_TRUE(Broadcast(arena, Expr(), 1).is_unknown());
  EXPECT_TRUE(Broadcast(arena, Expr(), n).is_unknown());
}

TEST(Choice, OrderAndNestingOfOperandsMeanNothing) {
  ExprArena arena;
  const Expr a = Declare(arena, "a");
  const Expr b = Declare(arena, "b");
  const Expr c = Declare(arena, "c");
  EXPECT_EQ(Min(arena, Min(arena, a, b), c), Min(arena, Min(arena, c, b), a));
  EXPECT_EQ(Max(arena, Max(arena, a, 3), Max(arena, 5, b)), Max(arena, b, Max(arena, a, 5)));
  EXPECT_TRUE(Min(arena, a, Expr()).is_unknown());
}

TEST(Choice, IsDecidedByIntervalsAndDifferences) {
  ExprArena arena;
  const Expr n = Declare(arena, "n", {2, 8});
  const Expr m = Declare(arena, "m", {8, 20});
  EXPECT_EQ(Min(arena, n, m), n);
  EXPECT_EQ(Max(arena, n, m), m);
  EXPECT_EQ(Max(arena, n, 2), n);
  EXPECT_EQ(ClampToSize(arena, Subtract(arena, n, 2)), Subtract(arena, n, 2));
  EXPECT_EQ(Min(arena, FloorDiv(arena, n, 2), n), FloorDiv(arena, n, 2));
  EXPECT_EQ(Max(arena, n, Multiply(arena, 2, n)), Multiply(arena, 2, n));
}

TEST(Choice, OfContradictoryIntervalsEnds) {
  ExprArena arena;
  const Expr a = Declare(arena, "a");
  const Expr b = Declare(arena, "b");
  arena.SetSymbolBounds(0, {5, 3});
  arena.SetSymbolBounds(1, Interval::Empty());
  EXPECT_FALSE(Min(arena, Min(arena, a, b), 4).is_unknown());
  EXPECT_FALSE(Max(arena, Max(arena, a, b), 4).is_unknown());
  (void)Broadcast(arena, a, b);
}

// Found by fuzzing: three operands fit into a node, a fourth nests them, a fifth leaves only one of
// the four beside itself. By hand: all but n are at most 4.
TEST(S20Caps, WhatFitsAgainIsNotNested) {
  ExprLimits limits;
  limits.terms = 3;
  ExprArena arena(limits);
  const Expr n = Declare(arena, "n", {0, 100});
  Expr nested = Max(arena, n, Declare(arena, "u", {0, 4}));
  nested = Max(arena, nested, Declare(arena, "v", {1, 3}));
  nested = Max(arena, nested, Declare(arena, "w", {2, 4}));
  const Expr t = Declare(arena, "t", {5, 9});
  EXPECT_EQ(Max(arena, nested, t), Max(arena, n, t));
}

// Found by fuzzing: of more than eight operands none was looked into, and when 9 had made four of
// them superfluous the rest was not looked at again. By hand: max(x, H) - A is at most max(9, H).
TEST(S20Caps, WhatIsShortAgainIsLookedInto) {
  ExprArena arena;
  for (const char* name : {"h", "n", "m", "x"}) Declare(arena, name, {2, 9});
  const Expr e = Parse(arena, "max(H6, h, n, m, 7, F, max(x, H) - A, H, 9)");
  EXPECT_EQ(e, Parse(arena, "max(9, H6, F, H)"));
  EXPECT_EQ(Parse(arena, ToString(arena, e)), e);
}

// Found by fuzzing: nine and more operands became others when they were read in another order.
TEST(S20Caps, TheOrderOfManyOperandsDoesNotMatter) {
  ExprArena arena;
  for (const char* name : {"h", "n", "m", "x"}) Declare(arena, name, {2, 9});
  const Expr e = Parse(arena, "max(A, B, C, D, E, F, G, H, max(x, H) - I, 9)");
  EXPECT_EQ(Parse(arena, "max(9, max(x, H) - I, H, G, F, E, D, C, B, A)"), e);
  EXPECT_EQ(Parse(arena, ToString(arena, e)), e);
}

TEST(S20Caps, WideMinAndMaxStayExact) {
  ExprArena arena;
  Expr low = Declare(arena, "n0");
  for (int i = 1; i < 200; ++i) {
    low = Min(arena, low, Declare(arena, absl::StrCat("n", i)));
  }
  std::vector<std::optional<int64_t>> values(arena.symbols().size(), 9);
  EXPECT_EQ(Evaluate(arena, low, values).value, 9);
  for (const char* name : {"n0", "n70", "n199"}) {
    auto lower = values;
    const Expr symbol = *DeclaredOnly(arena)(name);
    lower[arena.node(symbol.node()).symbol] = 3;
    EXPECT_EQ(Evaluate(arena, low, lower).value, 3) << name;
  }
}

// As many operands as fit into one node, more, and what is printed of them read again: equal sets
// are one expression, and H, which H*q makes superfluous, is not in it.
TEST(Choice, OfMoreOperandsThanANodeHoldsIsTheSameHoweverItIsBuilt) {
  constexpr ExprLimits kFewTerms = {64, 12, 16, 20'000};
  for (int count = 8; count <= 22; ++count) {
    ExprArena arena(kFewTerms);
    const Expr h = Declare(arena, "H");
    const Expr q = Declare(arena, "q", {2, 9});
    std::vector<Expr> operands;
    for (int i = 0; i < count; ++i) operands.push_back(Declare(arena, absl::StrCat("x", i)));
    Expr ascending = Max(arena, h, operands[0]);
    for (const Expr operand : operands) ascending = Max(arena, ascending, operand);
    ascending = Max(arena, ascending, Multiply(arena, h, q));
    ascending = Max(arena, ascending, 9);
    std::vector<Expr> all = operands;
    all.insert(all.begin(), {Expr(9), Multiply(arena, h, q), h});
    EXPECT_EQ(ToString(arena, ascending), ToString(arena, MaxOf(arena, all))) << count;
    EXPECT_EQ(ascending, Parse(arena, ToString(arena, ascending))) << count;
  }
}

}  // namespace
}  // namespace shapewright::symbolic
