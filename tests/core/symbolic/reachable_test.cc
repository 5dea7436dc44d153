#include "core/symbolic/reachable.h"

#include <string>
#include <vector>

#include "core/base/work.h"
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

TEST(SymbolCollector, GivesEachSymbolOnce) {
  ExprArena arena;
  const Expr n = Declare(arena, "n");
  const Expr m = Declare(arena, "m");
  SymbolCollector collector(arena);
  EXPECT_THAT(collector.CollectNew({n, Expr(4)}), ElementsAre(0));
  EXPECT_THAT(collector.CollectNew({Add(arena, n, m)}), ElementsAre(1));
  EXPECT_THAT(collector.CollectNew({m, Expr()}), IsEmpty());
}

// A chain of expressions, asked about one after the other: the operations are those of one walk.
TEST(SymbolCollector, LooksAtNodesOnce) {
  const auto work_of = [](int length) {
    Work work;
    ExprArena arena(ExprLimits(), &work);
    Expr sum = Declare(arena, "n0");
    std::vector<Expr> all;
    for (int i = 1; i < length; ++i) {
      sum = FloorDiv(arena, sum, Declare(arena, "n" + std::to_string(i)));
      all.push_back(sum);
    }
    const uint64_t before = work.count();
    SymbolCollector collector(arena);
    for (const Expr each : all) collector.CollectNew({each});
    return work.count() - before;
  };
  const uint64_t once = work_of(1000);
  EXPECT_LE(work_of(2000), 2 * once + 100);
}

// Each walk counts the nodes that it reaches, whoever asks, and ends at the limit.
TEST(Reachable, CountsWhatItReaches) {
  constexpr int kLength = 5000;
  Work work;
  ExprArena arena(ExprLimits(), &work);
  Expr chain = Declare(arena, "n0");
  for (int i = 1; i < kLength; ++i) {
    chain = FloorDiv(arena, chain, Declare(arena, "n" + std::to_string(i)));
  }
  const uint64_t before = work.count();
  EXPECT_EQ(ReachableSymbols(arena, {chain}).size(), kLength);
  EXPECT_GE(work.count() - before, kLength);
  const uint64_t once = work.count() - before;
  {
    const Work::Share share(work, once / 10);
    EXPECT_LT(ReachableSymbols(arena, {chain}).size(), kLength);
    EXPECT_TRUE(share.is_exhausted());
  }
  EXPECT_LE(work.count() - before, once + once / 10 + 10);
}

}  // namespace
}  // namespace shapewright::symbolic
