// The scoped store of facts (S2 to S5). Expected values by hand.
#include "core/symbolic/facts/facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/text/interval_text.h"
#include "core/symbolic/text/print.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

class FactsTest : public ::testing::Test {
 protected:
  Expr Input(const char* name, Interval bounds = Interval::Size()) {
    return Declare(arena_, name, bounds);
  }
  Expr Fresh(Interval bounds = Interval::Size()) { return arena_.AddAnonymous(bounds, "test", {}); }
  std::string Text(Expr e) { return ToString(arena_, e); }

  ExprArena arena_;
  FactStore facts_{arena_};
  FactSource required_;
  FactSource assumed_{Basis::kAssumed, {}, {}, {}};
};

using S3Equality = FactsTest;
using S2Scope = FactsTest;
using S4Constants = FactsTest;
using S1Broadcast = FactsTest;
using S13Zero = FactsTest;
using S19Contradictions = FactsTest;

using Reset = FactsTest;

// What an inference leaves behind, of every kind, does not show in the next.
TEST_F(Reset, IsAsNew) {
  std::string first;
  for (int round = 0; round < 3; ++round) {
    const Expr n = Input("N", {1, 64});
    const Expr m = Input("M");
    const Expr u = Fresh();
    EXPECT_EQ(facts_.RequireEqual(u, Add(arena_, Multiply(arena_, n, 2), m), required_),
              Verdict::kOpen);
    facts_.PushScope({});
    EXPECT_EQ(facts_.RequireAtMost(n, 8, required_), Verdict::kOpen);
    EXPECT_EQ(facts_.RequireEqual(m, 5, required_), Verdict::kOpen);
    EXPECT_EQ(facts_.RequireEqual(n, 9, required_), Verdict::kRefuted);
    const std::string text = Text(facts_.Finalize(Add(arena_, u, Fresh()))) +
                             ToString(arena_.Bounds(facts_.Finalize(u))) +
                             std::to_string(facts_.facts().size() + facts_.scopes().size()) +
                             std::to_string(arena_.node_count());
    if (round == 0) first = text;
    EXPECT_EQ(text, first);
    arena_.Reset();
    facts_.Reset();
    EXPECT_EQ(arena_.node_count(), 1u);
    EXPECT_TRUE(arena_.symbols().empty());
    EXPECT_TRUE(facts_.facts().empty() && facts_.refuted().empty());
    EXPECT_FALSE(facts_.has_learned() || facts_.has_substitutions());
    EXPECT_EQ(facts_.current_scope(), kRootScope);
  }
}

TEST_F(S3Equality, FreshSymbolGoesBeforeInputs) {
  const Expr n = Input("N");
  const Expr u = Fresh();
  EXPECT_EQ(facts_.RequireEqual(n, Add(arena_, u, 2), required_), Verdict::kOpen);
  EXPECT_EQ(Text(facts_.Resolve(u)), "N - 2");
  EXPECT_EQ(facts_.Resolve(n), n);
  // ?1 >= 0 stays as a fact on N.
  EXPECT_EQ(arena_.Bounds(n), Interval::AtLeast(2));
}

TEST_F(S3Equality, LaterInputGoesNeverTheOlderOne) {
  const Expr n = Input("N");
  const Expr m = Input("M");
  facts_.RequireEqual(n, m, required_);
  EXPECT_EQ(facts_.Resolve(m), n);
  EXPECT_EQ(facts_.Resolve(n), n);
}

// Older symbols stay: what is fresh is told by a division, which is exact.
TEST_F(S3Equality, FreshFactorGoesByDivision) {
  const Expr n = Input("N", Interval::AtLeast(1));
  const Expr m = Input("M");
  const Expr u = Fresh();
  EXPECT_EQ(facts_.RequireEqual(Multiply(arena_, n, u), m, required_), Verdict::kOpen);
  EXPECT_EQ(Text(facts_.Resolve(u)), "M//N");
  EXPECT_EQ(facts_.Resolve(m), m);
  const Expr v = Fresh();
  facts_.RequireEqual(Multiply(arena_, 2, v), n, required_);
  EXPECT_EQ(Text(facts_.Resolve(v)), "N//2");
}

// Of 0 = 0 * ?1 nothing follows for ?1.
TEST_F(S3Equality, NoDivisionByWhatMayBeZero) {
  const Expr n = Input("N");
  const Expr m = Input("M");
  const Expr u = Fresh();
  facts_.RequireEqual(Multiply(arena_, n, u), m, {Basis::kDeclared, {}, {}, {}});
  EXPECT_EQ(facts_.Resolve(u), u);
  EXPECT_EQ(facts_.Resolve(m), m);
}

TEST_F(S3Equality, SymbolInsideAnOpaqueNodeStays) {
  const Expr n = Input("N");
  // N = N//2 + 3 has N inside the division too.
  const Expr half = FloorDiv(arena_, n, 2);
  EXPECT_EQ(facts_.RequireEqual(n, Add(arena_, half, 3), required_), Verdict::kOpen);
  EXPECT_FALSE(facts_.has_substitutions());
  EXPECT_EQ(facts_.facts().size(), 1u);
}

TEST_F(S3Equality, ChainsResolveToTheEnd) {
  const Expr n = Input("N");
  const Expr a = Fresh();
  const Expr b = Fresh();
  facts_.RequireEqual(b, Add(arena_, a, 1), required_);
  facts_.RequireEqual(a, Add(arena_, n, 1), required_);
  EXPECT_EQ(Text(facts_.Resolve(b)), "N + 2");
}

TEST_F(S3Equality, GcdRefutes) {
  const Expr n = Input("N");
  EXPECT_EQ(facts_.RequireEqual(Multiply(arena_, 2, n), 3, required_), Verdict::kRefuted);
  EXPECT_TRUE(facts_.facts().empty());
}

TEST_F(S3Equality, IntervalRefutes) {
  const Expr n = Input("N", {2, 8});
  EXPECT_EQ(facts_.RequireEqual(n, 9, required_), Verdict::kRefuted);
}

TEST_F(S4Constants, AssumedFactsNeverSubstituteAnInput) {
  const Expr n = Input("N");
  EXPECT_EQ(facts_.RequireEqual(n, 8, assumed_), Verdict::kOpen);
  EXPECT_EQ(facts_.Resolve(n), n);
  EXPECT_EQ(facts_.RequireEqual(n, 8, required_), Verdict::kOpen);
  EXPECT_EQ(facts_.Resolve(n), Expr(8));
}

TEST_F(S2Scope, PopTakesBackSubstitutionsAndIntervals) {
  const Expr n = Input("N");
  const Expr m = Input("M");
  facts_.PushScope({{}, "then_branch"});
  facts_.RequireEqual(n, 8, required_);
  facts_.RequireAtMost(3, m, required_);
  EXPECT_EQ(facts_.Resolve(n), Expr(8));
  EXPECT_EQ(arena_.Bounds(m), Interval::AtLeast(3));
  facts_.PopScope();
  EXPECT_EQ(facts_.Resolve(n), n);
  EXPECT_EQ(arena_.Bounds(m), Interval::Size());
  ASSERT_EQ(facts_.facts().size(), 2u);
  EXPECT_EQ(facts_.scopes()[facts_.facts()[0].scope].guard.branch, "then_branch");
  // Outside, the same fact is news again.
  EXPECT_EQ(facts_.RequireAtMost(3, m, required_), Verdict::kOpen);
}

TEST_F(S2Scope, FactProvedOutsideIsProvedInside) {
  const Expr n = Input("N");
  facts_.RequireAtMost(3, n, required_);
  facts_.PushScope({{}, "body"});
  EXPECT_EQ(facts_.RequireAtMost(2, n, required_), Verdict::kProved);
  facts_.PopScope();
}

// To find out what contradicts what, facts are left out; but an index that rules read with is
// within its bounds or not whatever is left out.
TEST_F(S19Contradictions, ConstantsAreComparedWhateverIsLeftOut) {
  const Expr n = Input("N");
  facts_.SetFilter([](const FactSource&) { return false; });
  EXPECT_EQ(facts_.RequireAtMost(n, 8, required_), Verdict::kProved);
  EXPECT_THAT(facts_.facts(), ::testing::IsEmpty());
  EXPECT_EQ(facts_.RequireAtMost(5, 2, required_), Verdict::kRefuted);
  EXPECT_EQ(facts_.RequireEqual(5, 2, required_), Verdict::kRefuted);
  EXPECT_EQ(facts_.RequireDivisible(5, 2, required_), Verdict::kRefuted);
  EXPECT_EQ(facts_.RequireNotEqual(2, 2, required_), Verdict::kRefuted);
}

TEST_F(S1Broadcast, IsNeverAnEqualityUnlessNeitherSideCanBeOne) {
  const Expr n = Input("N");
  const Expr m = Input("M");
  EXPECT_EQ(facts_.RequireBroadcastable(n, m, required_), Verdict::kOpen);
  EXPECT_FALSE(facts_.has_substitutions());
  const Expr p = Input("P", {2, 9});
  const Expr q = Input("Q", {2, 9});
  facts_.RequireBroadcastable(p, q, required_);
  EXPECT_EQ(facts_.Resolve(q), p);
  EXPECT_EQ(facts_.RequireBroadcastable(3, 4, required_), Verdict::kRefuted);
  EXPECT_EQ(facts_.RequireBroadcastable(1, n, required_), Verdict::kProved);
}

TEST_F(S13Zero, NotZeroOfASizeIsAtLeastOne) {
  const Expr n = Input("N");
  EXPECT_EQ(facts_.RequireNotEqual(n, 0, required_), Verdict::kOpen);
  EXPECT_EQ(arena_.Bounds(n), Interval::AtLeast(1));
  EXPECT_EQ(facts_.RequireNotEqual(n, 0, required_), Verdict::kProved);
}

TEST_F(S13Zero, DivisibilityByConstants) {
  const Expr n = Input("N");
  EXPECT_EQ(facts_.RequireDivisible(Multiply(arena_, n, 6), 3, required_), Verdict::kProved);
  EXPECT_EQ(facts_.RequireDivisible(n, 3, required_), Verdict::kOpen);
  EXPECT_EQ(facts_.RequireDivisible(n, 3, required_), Verdict::kProved);
  EXPECT_EQ(facts_.RequireDivisible(7, 3, required_), Verdict::kRefuted);
  EXPECT_EQ(facts_.RequireDivisible(n, 0, required_), Verdict::kRefuted);
}

TEST_F(S13Zero, MultiplesFollowFromMultiples) {
  const Expr n = Input("N");
  const Expr m = Input("M");
  facts_.RequireDivisible(n, 8, required_);
  facts_.RequireDivisible(n, 6, required_);
  EXPECT_EQ(facts_.RequireDivisible(n, 12, required_), Verdict::kProved);
  EXPECT_EQ(facts_.RequireDivisible(n, 48, required_), Verdict::kOpen);
  const Expr sum = Add(arena_, Multiply(arena_, Multiply(arena_, n, m), 2), 16);
  EXPECT_EQ(facts_.RequireDivisible(sum, 16, required_), Verdict::kProved);
  EXPECT_EQ(facts_.RequireDivisible(Add(arena_, sum, 1), 16, required_), Verdict::kOpen);
  // Not once the scope is left that says so.
  facts_.PushScope({});
  facts_.RequireDivisible(m, 10, required_);
  EXPECT_EQ(facts_.RequireDivisible(m, 5, required_), Verdict::kProved);
  facts_.PopScope();
  EXPECT_EQ(facts_.RequireDivisible(m, 2, required_), Verdict::kOpen);
  // An assumption proves nothing.
  facts_.RequireDivisible(m, 9, assumed_);
  EXPECT_EQ(facts_.RequireDivisible(m, 3, required_), Verdict::kOpen);
}

TEST_F(S13Zero, MultiplesNarrowIntervals) {
  const Expr n = Input("N", {5, 10});
  EXPECT_EQ(facts_.RequireDivisible(n, 4, required_), Verdict::kOpen);
  EXPECT_EQ(arena_.Bounds(n), Interval::Point(8));
  const Expr m = Input("M", {1, 30});
  facts_.RequireDivisible(Add(arena_, m, 1), 7, required_);
  EXPECT_EQ(arena_.Bounds(m), (Interval{6, 27}));
  const Expr p = Input("P", {1, 2});
  EXPECT_EQ(facts_.RequireDivisible(p, 3, required_), Verdict::kRefuted) << "it has no multiple";
  const Expr q = Input("Q", {5, 10});
  FactSource declared{Basis::kDeclared, {}, {}, {}};
  facts_.RequireDivisible(q, 4, declared);
  EXPECT_EQ(arena_.Bounds(q), (Interval{5, 10})) << "S4: a declared fact narrows no input";
}

TEST_F(S4Constants, AssumptionsNarrowReplaceAndRefuteNothing) {
  const Expr n = Input("N", {0, 9});
  const Expr fresh = Fresh({0, 9});
  for (const Expr e : {n, fresh}) {
    EXPECT_EQ(facts_.RequireAtMost(e, 3, assumed_), Verdict::kOpen);
    EXPECT_EQ(facts_.RequireDivisible(e, 4, assumed_), Verdict::kOpen);
    EXPECT_EQ(facts_.RequireEqual(e, 2, assumed_), Verdict::kOpen);
    EXPECT_EQ(arena_.Bounds(e), (Interval{0, 9}));
    EXPECT_EQ(facts_.Resolve(e), e);
  }
  EXPECT_EQ(facts_.RequireAtMost(10, n, assumed_), Verdict::kRefuted);
  EXPECT_THAT(facts_.refuted(), ::testing::IsEmpty()) << "it does not hold, which is no error";
  EXPECT_EQ(facts_.RequireAtMost(n, 3, required_), Verdict::kOpen) << "a fact of its own";
  EXPECT_EQ(facts_.facts().back().source.basis, Basis::kRequired);
  EXPECT_EQ(arena_.Bounds(n), (Interval{0, 3}));
}

// What is required of an element that is taken for a size rests on that.
TEST_F(S4Constants, WhatRestsOnAChoiceDecidesNothing) {
  const Expr s = Declare(arena_, "s[0]", Interval::All(), SymbolKind::kInputValue);
  const Expr n = Input("N");
  const Expr m = Input("M");
  EXPECT_EQ(facts_.RequireAtMost(-5, s, required_), Verdict::kOpen);
  EXPECT_TRUE(facts_.facts().back().is_firm()) << "it was said before";
  facts_.NoteChoice(Add(arena_, s, n));
  EXPECT_EQ(facts_.RequireEqual(s, m, required_), Verdict::kOpen);
  EXPECT_EQ(facts_.facts().back().told_basis(), Basis::kAssumed);
  EXPECT_EQ(facts_.Resolve(s), s);
  EXPECT_EQ(facts_.Resolve(m), m);
  EXPECT_EQ(facts_.RequireAtMost(s, -6, required_), Verdict::kRefuted);
  EXPECT_EQ(facts_.refuted().back().told_basis(), Basis::kAssumed);
  EXPECT_EQ(facts_.RequireEqual(n, m, required_), Verdict::kOpen);
  EXPECT_EQ(facts_.facts().back().told_basis(), Basis::kAssumed) << "of the node that chose";
  EXPECT_EQ(facts_.Resolve(m), m);
  facts_.SetFollowsChoice(false);
  EXPECT_EQ(facts_.RequireEqual(n, m, required_), Verdict::kOpen);
  EXPECT_TRUE(facts_.facts().back().is_firm()) << "of a node that is not made of it";
}

// What is made of a choice rests on it where it mentions the dims that were chosen.
TEST_F(S4Constants, WhatFollowsAChoiceOfDims) {
  const Expr n = Input("N");
  const Expr m = Input("M");
  const Expr k = Input("K");
  facts_.NoteChoice(n);
  facts_.SetFollowsChoice(true);
  EXPECT_EQ(facts_.RequireEqual(k, m, required_), Verdict::kOpen);
  EXPECT_TRUE(facts_.facts().back().is_firm());
  EXPECT_EQ(facts_.RequireEqual(n, 7, required_), Verdict::kOpen);
  EXPECT_EQ(facts_.facts().back().told_basis(), Basis::kAssumed);
  EXPECT_EQ(facts_.Resolve(n), n);
}

TEST_F(S3Equality, FinalizeSimplifiesByWhatWasLearned) {
  const Expr n = Input("N");
  const Expr clipped = Max(arena_, 0, Subtract(arena_, n, 3));
  facts_.RequireAtMost(3, n, required_);
  EXPECT_EQ(Text(facts_.Finalize(clipped)), "N - 3");
}

TEST_F(FactsTest, ATrialLeavesNothingInTheLists) {
  const Expr n = Input("N");
  const Expr m = Input("M");
  facts_.RequireAtMost(n, m, required_);
  const FactStore::Trial trial = facts_.BeginTrial();
  FactSource elsewhere;
  elsewhere.left.node = 7;
  facts_.RequireAtMost(n, m, elsewhere);
  facts_.RequireDivisible(n, 3, required_);
  facts_.RequireEqual(1, 2, required_);
  EXPECT_EQ(facts_.facts().size(), 2u);
  EXPECT_EQ(facts_.refuted().size(), 1u);
  facts_.EndTrial(trial);
  ASSERT_EQ(facts_.facts().size(), 1u);
  EXPECT_TRUE(facts_.facts()[0].also.empty());
  EXPECT_TRUE(facts_.refuted().empty());
  facts_.RequireAtMost(n, m, elsewhere);
  EXPECT_EQ(facts_.facts()[0].also.size(), 1u) << "places are recorded again";
}

TEST_F(FactsTest, AQuestionLeavesNothingBehind) {
  const Expr n = Input("N");
  const Expr m = Input("M");
  {
    const QuestionScope scope(facts_);
    EXPECT_EQ(facts_.RequireEqual(m, n, required_), Verdict::kOpen);
    facts_.RequireAtMost(n, 4, required_);
    EXPECT_EQ(facts_.Resolve(m), n);
  }
  EXPECT_TRUE(facts_.facts().empty());
  EXPECT_EQ(facts_.Resolve(m), m);
  EXPECT_EQ(arena_.Bounds(n), Interval::Size());
  EXPECT_EQ(facts_.current_scope(), kRootScope);
}

}  // namespace
}  // namespace shapewright::symbolic
