// Sums under inequalities between several symbols. Expected values by hand.
#include "core/symbolic/facts/narrow_sums.h"

#include <gtest/gtest.h>

#include <string>

#include "core/symbolic/facts/facts.h"
#include "core/symbolic/text/interval_text.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

class NarrowSumsTest : public ::testing::Test {
 protected:
  void AtMost(const std::string& low, const std::string& high) {
    facts_.RequireAtMost(Parse(arena_, low), Parse(arena_, high), {});
  }
  // The interval of a sum, before and after.
  std::string Narrowed(const std::string& sum) {
    const Expr e = Parse(arena_, sum);
    const std::string before = ToString(arena_.Bounds(e));
    NarrowSums(arena_, facts_.facts());
    return before + " -> " + ToString(arena_.Bounds(e));
  }

  ExprArena arena_;
  FactStore facts_{arena_};
};

TEST_F(NarrowSumsTest, ADifferenceThatIsNotNegative) {
  AtMost("K", "H");
  EXPECT_EQ(Narrowed("H - K + 1"), ".. -> 1..");
  EXPECT_EQ(Narrowed("K - H + 4"), ".. -> ..4");
  EXPECT_EQ(Narrowed("3*H - 3*K"), ".. -> 0..");
  EXPECT_EQ(Narrowed("H - K + M"), ".. -> 0..");
}

TEST_F(NarrowSumsTest, WithCoefficients) {
  AtMost("2*K + 3", "H + P");
  EXPECT_EQ(Narrowed("H + P - 2*K"), ".. -> 3..");
  EXPECT_EQ(Narrowed("4*K - 2*H - 2*P"), ".. -> ..-6");
}

TEST_F(NarrowSumsTest, OthersStay) {
  AtMost("K", "H");
  EXPECT_EQ(Narrowed("H - M"), ".. -> ..");
  EXPECT_EQ(Narrowed("H + K"), "0.. -> 0..");
}

// N is at least 55 and K at most 3: an exact quotient is at least 19, where the rounded one may be
// 18. By brute force over N and K.
TEST_F(NarrowSumsTest, AnExactQuotientIsNotRoundedDown) {
  facts_.RequireAtMost(55, Parse(arena_, "N"), {});
  facts_.RequireAtMost(Parse(arena_, "N"), 60, {});
  facts_.RequireAtMost(1, Parse(arena_, "K"), {});
  facts_.RequireAtMost(Parse(arena_, "K"), 3, {});
  facts_.RequireDivisible(Parse(arena_, "N"), Parse(arena_, "K"), {});
  EXPECT_EQ(Narrowed("N//K"), "18..60 -> 19..60");
}

TEST_F(NarrowSumsTest, FactsOfScopesAreLeftAside) {
  facts_.PushScope({});
  AtMost("K", "H");
  EXPECT_EQ(Narrowed("H - K"), ".. -> ..");
}

}  // namespace
}  // namespace shapewright::symbolic
