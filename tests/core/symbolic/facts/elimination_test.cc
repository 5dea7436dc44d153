// Which symbol an equality eliminates (S3). Expected values by hand.
#include "core/symbolic/facts/elimination.h"

#include <gtest/gtest.h>

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/normal_form.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

class EliminationTest : public ::testing::Test {
 protected:
  Expr Fresh(Interval bounds = Interval::Size()) { return arena_.AddAnonymous(bounds, "test", {}); }
  SymbolId IdOf(Expr e) const { return arena_.node(e.node()).symbol; }
  // Of left = right.
  std::optional<Elimination> Eliminate(Expr left, Expr right, bool may_be_input = true) {
    return EliminateBySum(arena_, *DifferenceTerms(arena_, left, right), may_be_input);
  }

  ExprArena arena_;
  Expr n_ = Declare(arena_, "N");
  Expr m_ = Declare(arena_, "M");
};

TEST_F(EliminationTest, OfOneRankTheYoungestGoes) {
  const auto found = Eliminate(Add(arena_, n_, 1), m_);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->symbol, IdOf(m_));
  EXPECT_EQ(found->solution, Add(arena_, n_, 1));
}

TEST_F(EliminationTest, FreshSymbolsGoBeforeAliasesBeforeInputs) {
  const Expr fresh = Fresh();
  const Expr alias = Declare(arena_, "out", Interval::Size(), SymbolKind::kAlias);
  const Expr input = Declare(arena_, "late");
  const auto first = Eliminate(Add(arena_, alias, input), fresh);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->symbol, IdOf(fresh));
  const auto second = Eliminate(Add(arena_, alias, 1), input);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->symbol, IdOf(alias));
  EXPECT_EQ(second->solution, Subtract(arena_, input, 1));
}

TEST_F(EliminationTest, InputsStayWhereTheyMust) {
  EXPECT_FALSE(Eliminate(Add(arena_, n_, 1), m_, false));
  EXPECT_FALSE(EliminateAtom(arena_, n_, m_, false));
  EXPECT_FALSE(EliminateAtom(arena_, n_, 8, false));
}

TEST_F(EliminationTest, NoSymbolIsReplacedByWhatMentionsIt) {
  EXPECT_FALSE(Eliminate(n_, FloorDiv(arena_, Add(arena_, n_, 5), 3)));
}

TEST_F(EliminationTest, NoSymbolOfANumberBeside1IsReplaced) {
  EXPECT_FALSE(Eliminate(Multiply(arena_, n_, 2), Multiply(arena_, m_, 3)));
}

TEST_F(EliminationTest, AFreshFactorIsAnExactQuotient) {
  const Expr p = Declare(arena_, "P", Interval::AtLeast(1));
  const Expr fresh = Fresh();
  const auto found = Eliminate(Multiply(arena_, p, fresh), n_);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->symbol, IdOf(fresh));
  EXPECT_EQ(found->solution, FloorDiv(arena_, n_, p));
}

// N*N = 9 does not say N = 9.
TEST_F(EliminationTest, OfASquareNothingIsAQuotient) {
  const Expr p = Declare(arena_, "P", Interval::AtLeast(1));
  const Expr fresh = Fresh();
  const Expr square = Multiply(arena_, fresh, fresh);
  EXPECT_FALSE(Eliminate(square, 9, false));
  EXPECT_FALSE(Eliminate(Multiply(arena_, p, square), 9, false));
}

TEST_F(EliminationTest, WhatMayBeDividedBy0IsNoQuotient) {
  const auto found = Eliminate(Multiply(arena_, m_, Fresh()), n_, false);
  EXPECT_FALSE(found);
}

TEST_F(EliminationTest, AtomsGoByTheSameRanks) {
  const Expr fresh = Fresh();
  const Expr late = Declare(arena_, "late");
  const auto found = EliminateAtom(arena_, fresh, late, true);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->symbol, IdOf(fresh));
  EXPECT_EQ(found->solution, late);
  const auto constant = EliminateAtom(arena_, 8, n_, true);
  ASSERT_TRUE(constant);
  EXPECT_EQ(constant->symbol, IdOf(n_));
  EXPECT_EQ(constant->solution, Expr(8));
  EXPECT_FALSE(EliminateAtom(arena_, 8, 9, true));
}

TEST_F(EliminationTest, OnlyInputsMayStayInAnEquation) {
  EXPECT_TRUE(IsAlwaysEliminated(SymbolKind::kAnonymous));
  EXPECT_TRUE(IsAlwaysEliminated(SymbolKind::kAlias));
  EXPECT_FALSE(IsAlwaysEliminated(SymbolKind::kInputDim));
  EXPECT_FALSE(IsAlwaysEliminated(SymbolKind::kDefined));
}

}  // namespace
}  // namespace shapewright::symbolic
