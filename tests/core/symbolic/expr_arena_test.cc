#include "core/symbolic/expr_arena.h"

#include <string>
#include <vector>

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/text/print.h"
#include "gtest/gtest.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

TEST(ExprArena, EqualContentIsOneNode) {
  ExprArena arena;
  const Expr n = Declare(arena, "n");
  const Expr a = Add(arena, n, 1);
  const size_t count = arena.node_count();
  EXPECT_EQ(Add(arena, 1, n), a);
  EXPECT_EQ(Subtract(arena, n, -1), a);
  EXPECT_EQ(arena.node_count(), count);
}

TEST(ExprArena, SymbolsKnowTheirNode) {
  ExprArena arena;
  const Expr n = Declare(arena, "n", {2, 8});
  const SymbolId id = arena.node(n.node()).symbol;
  EXPECT_EQ(arena.symbol(id).node, n.node());
  EXPECT_EQ(arena.SymbolBounds(id), (Interval{2, 8}));
}

TEST(S7Anonymous, AreNumberedInOrderOfCreation) {
  ExprArena arena;
  EXPECT_EQ(ToString(arena, arena.AddAnonymous({2, 8}, "why", {})), "?1");
  EXPECT_EQ(arena.AddAnonymous({3, 3}, "", {}), Expr(3));
  EXPECT_EQ(ToString(arena, arena.AddAnonymous({}, "", {})), "?2");
  EXPECT_EQ(arena.symbol(0).reason, "why");
}

TEST(S9Names, OfDefinedSymbolsStayDistinct) {
  ExprLimits limits;
  limits.terms = 1;
  ExprArena arena(limits);
  const Expr n = Declare(arena, "n");
  Declare(arena, "t2");
  const Expr sum = Add(arena, n, 1);
  EXPECT_EQ(ToString(arena, sum), "t3");
  EXPECT_EQ(ToString(arena, Declare(arena, "t3")), "`t3@2`");
  EXPECT_EQ(ToString(arena, Declare(arena, "t1")), "t1");
  EXPECT_EQ(ToString(arena, Add(arena, n, 2)), "t4");
}

struct CapCase {
  uint32_t dag_nodes, terms, depth;
};

// The caps hold for every node that is not behind a symbol of its own.
TEST(S20Caps, HoldForEveryNode) {
  for (const auto& [dag_nodes, terms, depth] :
       std::vector<CapCase>{{512, 64, 64}, {512, 64, 3}, {20, 64, 64}, {512, 4, 64}, {8, 3, 2}}) {
    ExprLimits limits;
    limits.dag_nodes = dag_nodes;
    limits.terms = terms;
    limits.depth = depth;
    ExprArena arena(limits);
    const Expr n = Declare(arena, "n");
    Expr e = n;
    for (int i = 0; i < 300; ++i) {
      const Expr m = Declare(arena, absl::StrCat("m", i));
      e = Add(arena, e, FloorDiv(arena, Multiply(arena, e, m), i % 5 + 2));
      if (i % 3 == 0) e = Min(arena, e, Add(arena, m, e));
      if (i % 7 == 0) e = Mod(arena, e, Add(arena, m, 1));
    }
    for (NodeId id = 1; id < arena.node_count(); ++id) {
      const ExprNode& node = arena.node(id);
      EXPECT_LE(node.dag_size, dag_nodes);
      EXPECT_LE(node.depth, depth);
      EXPECT_LE(node.terms.size(), terms);
      EXPECT_LE(node.factors.size(), terms);
      EXPECT_LE(node.operands.size(), std::max(terms, 2u));
    }
    std::vector<std::optional<int64_t>> values(arena.symbols().size(), 0);
    EXPECT_EQ(Evaluate(arena, e, values).value, 0);
  }
}

TEST(S20Caps, ATotalThatIsReachedGivesUnknownAndSaysSo) {
  ExprLimits limits;
  limits.total_nodes = 4;
  ExprArena arena(limits);
  const Expr n = Declare(arena, "n");
  const Expr sum = Add(arena, n, 1);
  EXPECT_FALSE(arena.exhausted());
  EXPECT_FALSE(Add(arena, n, 2).is_unknown());
  EXPECT_TRUE(Add(arena, n, 3).is_unknown());
  EXPECT_TRUE(arena.exhausted());
  EXPECT_TRUE(arena.AddAnonymous({}, "", {}).is_unknown());
  EXPECT_EQ(Add(arena, n, 1), sum);
}

TEST(ExprArena, TellsWhatAnExpressionIs) {
  ExprArena arena;
  const Expr n = Declare(arena, "n");
  const Expr unknown = arena.AddAnonymous(Interval::Size(), "", {});
  const Expr quotient = FloorDiv(arena, n, 3);
  ASSERT_NE(arena.AsSymbol(n), nullptr);
  EXPECT_EQ(arena.AsSymbol(n)->name, "n");
  EXPECT_FALSE(arena.IsAnonymous(n));
  EXPECT_TRUE(arena.IsAnonymous(unknown));
  for (const Expr other : {Expr(), Expr(0), Expr(7), quotient}) {
    EXPECT_EQ(arena.AsSymbol(other), nullptr);
    EXPECT_FALSE(arena.IsAnonymous(other));
    EXPECT_EQ(arena.AsOperation(other, NodeKind::kMin), nullptr);
  }
  EXPECT_EQ(arena.AsOperation(n, NodeKind::kFloorDiv), nullptr);
  ASSERT_NE(arena.AsOperation(quotient, NodeKind::kFloorDiv), nullptr);
  const auto parts = AsConstantQuotient(arena.node(quotient.node()));
  ASSERT_TRUE(parts.has_value());
  EXPECT_EQ(parts->dividend, n);
  EXPECT_EQ(parts->divisor, 3);
  EXPECT_FALSE(AsConstantQuotient(arena.node(FloorDiv(arena, n, unknown).node())));
  EXPECT_FALSE(AsConstantQuotient(arena.node(n.node())));
}

TEST(S20Defined, AreNeitherSymbolNorOperation) {
  ExprLimits limits;
  limits.depth = 1;
  ExprArena arena(limits);
  const Expr n = Declare(arena, "n");
  const Expr quotient = FloorDiv(arena, Add(arena, n, 1), 3);
  ASSERT_TRUE(arena.node(quotient.node()).defined);
  ASSERT_EQ(arena.node(quotient.node()).kind, NodeKind::kFloorDiv);
  EXPECT_EQ(arena.AsSymbol(quotient), nullptr);
  EXPECT_EQ(arena.AsOperation(quotient, NodeKind::kFloorDiv), nullptr);
  EXPECT_FALSE(AsConstantQuotient(arena.node(quotient.node())));
}

}  // namespace
}  // namespace shapewright::symbolic
