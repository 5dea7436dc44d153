#include "core/symbolic/reachable.h"

#include "core/symbolic/algebra/algebra.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Reachable, OfConstantsAndUnknownsIsNothing) {
  const ExprArena arena;
  EXPECT_THAT(ReachableNodes(arena, {}), IsEmpty());
  EXPECT_THAT(ReachableNodes(arena, {Expr(5), Expr()}), IsEmpty());
}

TEST(Reachable, IsAscendingAndHoldsEachNodeOnce) {
  ExprArena arena;
  const Expr n = Declare(arena, "n");
  Declare(arena, "unused");
  const Expr m = Declare(arena, "m");
  const Expr quotient = FloorDiv(arena, n, m);
  const Expr sum = Add(arena, quotient, Multiply(arena, n, m));
  const auto nodes = ReachableNodes(arena, {sum, n});
  EXPECT_THAT(nodes,
              ElementsAre(n.node(), m.node(), quotient.node(), quotient.node() + 1, sum.node()));
}

TEST(S20Defined, AreReachedThrough) {
  ExprLimits limits;
  limits.terms = 1;
  ExprArena arena(limits);
  const Expr n = Declare(arena, "n");
  const Expr sum = Add(arena, n, 1);
  ASSERT_TRUE(arena.node(sum.node()).defined);
  EXPECT_THAT(ReachableNodes(arena, {sum}), ElementsAre(n.node(), sum.node()));
}

TEST(Reachable, SymbolsAreThoseThatStandForThemselves) {
  ExprLimits limits;
  limits.terms = 1;
  ExprArena arena(limits);
  const Expr n = Declare(arena, "n");
  Declare(arena, "unused");
  const Expr m = Declare(arena, "m");
  const Expr sum = Add(arena, m, n);
  ASSERT_TRUE(arena.node(sum.node()).defined);
  EXPECT_THAT(ReachableSymbols(arena, {sum, Expr(4), Expr()}), ElementsAre(0, 2));
}

}  // namespace
}  // namespace shapewright::symbolic
