// Choices under a condition (S26). Expected forms by hand from that paragraph; values by the trees
// of property_test.cc.
#include "core/symbolic/algebra/conditional.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/comparison.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/text/parse.h"
#include "core/symbolic/text/print.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

class S26Choice : public testing::Test {
 protected:
  S26Choice() {
    Declare(arena_, "a");
    Declare(arena_, "b");
    Declare(arena_, "S");
    Declare(arena_, "p", {0, 1});
    Declare(arena_, "q", {0, 1});
  }

  Expr Parse(const std::string& text) {
    const auto parsed = ParseExpr(arena_, text, DeclaredOnly(arena_));
    EXPECT_TRUE(parsed.ok()) << text << parsed.status();
    return parsed.value_or(Expr());
  }
  std::string Normal(const std::string& text) { return ToString(arena_, Parse(text)); }
  Evaluation At(const std::string& text, std::vector<std::optional<int64_t>> values) {
    return Evaluate(arena_, Parse(text), values);
  }

  ExprArena arena_;
};

TEST_F(S26Choice, NormalForms) {
  EXPECT_EQ(Normal("if(1, a, b)"), "a");
  EXPECT_EQ(Normal("if(0, a, b)"), "b");
  EXPECT_EQ(Normal("if((S = 1), a, a)"), "a");
  EXPECT_EQ(Normal("if(not (S = 1), a, b)"), "if((S = 1), b, a)");
  EXPECT_EQ(Normal("if(S != 1, a, b)"), "if((S = 1), b, a)");
  EXPECT_EQ(Normal("if((S = 1), if((S = 1), a, b), 7*S)"), "if((S = 1), a, 7*S)");
  EXPECT_EQ(Normal("if((S = 1), a, if((S = 1), S, b))"), "if((S = 1), a, b)");
  // What both sides have stands outside, so that it cancels.
  EXPECT_EQ(Normal("if((S = 1), a + b, 2*S + b + 3) - b"), "if((S = 1), a - 3, 2*S) + 3");
  EXPECT_EQ(Normal("if((S = 1), 2*a, 4*b)"), "2*if((S = 1), a, 2*b)");
  // Sides that differ by a constant.
  EXPECT_EQ(Normal("if((S <= 4), a + 5, a)"), "a + 5*min(max(0, 5 - S), 1)");
  EXPECT_EQ(Normal("if((a <= b), a, b)"), "min(a, b)");
  EXPECT_EQ(Normal("if(a < b, b, a)"), "max(a, b)");
}

TEST_F(S26Choice, Conditions) {
  for (const char* text : {
           "if((S = 0), a, b)",
           "if((a = b), S, 7)",
           "if((a + 1 <= b), S, 7)",
           "if(p, a, b)",
           "if(((a = 3) and (b = 4)), S, a)",
           "if(((a = 3) or (b = 4)), S, a)",
           "if((a = b//3), S//7, 8)",
       }) {
    EXPECT_EQ(Normal(text), text);
  }
  EXPECT_EQ(Normal("if(a >= 4, S, b)"), "if((4 <= a), S, b)");
  EXPECT_EQ(Normal("if((p and q) or (a == 2), S, b)"), "if(((p and q) or (a = 2)), S, b)");
  EXPECT_EQ(Normal("2*(a = 2 and b = 3)"), Normal("if(((a = 2) and (b = 3)), 2, 0)"));
}

// At b = 0 the sum b + c*(a - b) has no value.
TEST_F(S26Choice, OnlyTheSideTakenIsEvaluated) {
  EXPECT_EQ(At("if((b = 0), 7, a//b)", {8, 0}).value, 7);
  EXPECT_TRUE(At("if((b = 0), 7, a//b)", {8, 0}).ok());
  EXPECT_EQ(At("if((b = 0), 7, a//b)", {8, 3}).value, 2);
  EXPECT_EQ(At("if((a = 1), S, b)", {1, std::nullopt, 5}).value, 5);
  EXPECT_EQ(At("if((a = 1), S, b)", {2, std::nullopt, 5}).status, Evaluation::Status::kUnbound);
  EXPECT_EQ(At("if((S = 1), 7, a)", {3}).status, Evaluation::Status::kUnbound);
}

TEST_F(S26Choice, BoundsAreTheHullOfBothSides) {
  EXPECT_EQ(arena_.Bounds(Parse("if((S = 1), 3*p + 2, 9*q + 4)")), (Interval{2, 13}));
  EXPECT_EQ(arena_.Bounds(Parse("5 - if((S = 1), min(a, 4), 2)")), (Interval{1, 5}));
}

TEST_F(S26Choice, NamesOfTheWordsAreQuoted) {
  Declare(arena_, "and");
  EXPECT_EQ(ToString(arena_, Parse("(`and` + 1)//3")), "(`and` + 1)//3");
  EXPECT_FALSE(ParseExpr(arena_, "(a and)", DeclaredOnly(arena_)).ok());
  EXPECT_FALSE(ParseExpr(arena_, "if(a = 1, b)", DeclaredOnly(arena_)).ok());
  EXPECT_FALSE(ParseExpr(arena_, "a = 1", DeclaredOnly(arena_)).ok());
}

}  // namespace
}  // namespace shapewright::symbolic
