// What is known of symbols, by scope. Expected values by hand.
#include "core/symbolic/facts/symbol_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class SymbolStateTest : public ::testing::Test {
 protected:
  SymbolId IdOf(Expr e) const { return arena_.node(e.node()).symbol; }

  ExprArena arena_;
  SymbolState symbols_{arena_};
  Expr n_ = Declare(arena_, "N");
  Expr m_ = Declare(arena_, "M");
  Expr k_ = Declare(arena_, "K");
};

TEST_F(SymbolStateTest, NothingIsKnownAtFirst) {
  EXPECT_FALSE(symbols_.has_substitutions());
  EXPECT_FALSE(symbols_.has_learned());
  EXPECT_EQ(symbols_.Resolve(n_), n_);
  EXPECT_TRUE(symbols_.Solution(IdOf(n_)).is_unknown());
}

TEST_F(SymbolStateTest, ChainsLeadToTheirEnd) {
  symbols_.Solve(IdOf(k_), Add(arena_, m_, 1));
  symbols_.Solve(IdOf(m_), Multiply(arena_, n_, 2));
  const Expr end = Add(arena_, Multiply(arena_, n_, 2), 1);
  EXPECT_EQ(symbols_.Resolve(k_), end);
  EXPECT_EQ(symbols_.Resolve(FloorDiv(arena_, k_, 7)), FloorDiv(arena_, end, 7));
  EXPECT_EQ(symbols_.Solution(IdOf(k_)), Add(arena_, m_, 1)) << "as it was given";
}

TEST_F(SymbolStateTest, AScopeEndsWithAllThatItLearned) {
  symbols_.Solve(IdOf(k_), m_);
  symbols_.PushScope();
  symbols_.Solve(IdOf(m_), n_);
  EXPECT_EQ(symbols_.Resolve(k_), n_) << "which leaves a shortcut";
  symbols_.Narrow(IdOf(n_), {2, 9});
  symbols_.PushScope();
  symbols_.Narrow(IdOf(n_), {3, 3});
  EXPECT_THAT(symbols_.settled(), ElementsAre(IdOf(k_), IdOf(m_), IdOf(n_)));
  EXPECT_EQ(symbols_.Finalize(Add(arena_, n_, 1)), Expr(4));
  symbols_.PopScope();
  EXPECT_EQ(arena_.SymbolBounds(IdOf(n_)), (Interval{2, 9}));
  symbols_.PopScope();
  EXPECT_EQ(arena_.SymbolBounds(IdOf(n_)), Interval::Size());
  EXPECT_EQ(symbols_.Resolve(k_), m_);
  EXPECT_EQ(symbols_.Resolve(m_), m_);
  EXPECT_THAT(symbols_.settled(), ElementsAre(IdOf(k_)));
}

TEST_F(SymbolStateTest, GenerationTellsThatResolveMayDiffer) {
  const uint32_t first = symbols_.generation();
  symbols_.PushScope();
  symbols_.Solve(IdOf(m_), n_);
  const uint32_t second = symbols_.generation();
  EXPECT_NE(first, second);
  symbols_.PopScope();
  EXPECT_NE(symbols_.generation(), second);
}

TEST_F(SymbolStateTest, IntervalsStayAsTheyAreRatherThanEmpty) {
  symbols_.Narrow(IdOf(n_), {4, 8});
  symbols_.Narrow(IdOf(n_), {9, 12});
  EXPECT_EQ(arena_.SymbolBounds(IdOf(n_)), (Interval{4, 8}));
  EXPECT_EQ(symbols_.Finalize(Max(arena_, n_, 4)), n_);
}

TEST_F(SymbolStateTest, ResetForgetsOpenScopesToo) {
  symbols_.PushScope();
  symbols_.Solve(IdOf(m_), n_);
  arena_.Reset();
  symbols_.Reset();
  const Expr x = Declare(arena_, "x");
  const Expr y = Declare(arena_, "y");
  EXPECT_EQ(symbols_.Resolve(y), y);
  EXPECT_THAT(symbols_.settled(), IsEmpty());
  symbols_.PushScope();
  symbols_.Solve(IdOf(y), x);
  symbols_.PopScope();
  EXPECT_FALSE(symbols_.has_substitutions());
}

}  // namespace
}  // namespace shapewright::symbolic
