// What premises about several symbols say of other sums (S27, S39).
#include "core/symbolic/linear_rows.h"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/base/work.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/facts/facts.h"
#include "core/symbolic/text/interval_text.h"
#include "core/symbolic/text/print.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

class LinearRowsTest : public ::testing::Test {
 protected:
  Verdict AtMost(const std::string& low, const std::string& high, Basis basis = Basis::kPremise) {
    FactSource source;
    source.basis = basis;
    return facts_.RequireAtMost(Parse(arena_, low), Parse(arena_, high), source);
  }
  std::string Bounds(const std::string& e) { return ToString(arena_.Bounds(Parse(arena_, e))); }

  ExprArena arena_;
  FactStore facts_{arena_};
};

TEST_F(LinearRowsTest, S39OneRow) {
  AtMost("p + s", "4096");
  EXPECT_EQ(Bounds("p + s + 1"), "1..4097");
  EXPECT_EQ(Bounds("2*p + 2*s"), "0..8192");
  EXPECT_EQ(Bounds("(p + s)//8"), "0..512");
  EXPECT_EQ(ToString(arena_, Parse(arena_, "min(p + s, 4096)")), "p + s");
  EXPECT_EQ(ToString(arena_, Parse(arena_, "max(4097 - p - s, 0)")), "4097 - p - s");
}

TEST_F(LinearRowsTest, S39SeveralRowsTogether) {
  AtMost("a + b", "c");
  AtMost("c", "d + 3");
  AtMost("2*d", "7");
  EXPECT_EQ(Bounds("a + b"), "0..6");
  EXPECT_EQ(Bounds("d - a - b"), "-3..3");
}

// A fraction as the greatest value: 2*x + 3*y at most 7, 3*x + y at most 8: x + y at most 24/7.
TEST_F(LinearRowsTest, S39RoundsToIntegers) {
  AtMost("2*x + 3*y", "7");
  AtMost("3*x + y", "8");
  EXPECT_EQ(Bounds("x + y"), "0..3");
}

TEST_F(LinearRowsTest, S39ProductsAreVariables) {
  AtMost("b*s + b", "100");
  EXPECT_EQ(Bounds("2*b*s + 2*b"), "0..200");
  EXPECT_EQ(Bounds("b*s"), "0..100");
}

TEST_F(LinearRowsTest, S39ContradictionsAreSeen) {
  AtMost("a + b", "10");
  AtMost("6", "a + c");
  AtMost("c", "b - 4");
  EXPECT_EQ(AtMost("12", "a + b"), Verdict::kRefuted);
  EXPECT_EQ(AtMost("a + c", "6"), Verdict::kProved);
  EXPECT_EQ(AtMost("a + c", "5"), Verdict::kRefuted);
}

// The facts that a model requires narrow what they narrowed before: else one would imply itself.
TEST_F(LinearRowsTest, RequiredFactsAreNoRows) {
  AtMost("p + s", "4096", Basis::kRequired);
  EXPECT_EQ(Bounds("p + s + 1"), "1..8193");
}

TEST_F(LinearRowsTest, AreForgotten) {
  AtMost("p + s", "4096");
  arena_.ForgetRows();
  EXPECT_EQ(Bounds("p + s"), "0..8192");
}

// Looking for the rows about a sum is counted, before it is done, and ends where there are more
// symbols than an answer may have. Oracle: the sums themselves; each has to be looked at once.
TEST(LinearRowsWork, IsCountedWhereThereIsNoAnswer) {
  constexpr int kSymbols = 600;
  constexpr int kTerms = 40;
  Work work;
  ExprArena arena(ExprLimits(), &work);
  std::vector<Expr> symbols;
  for (int i = 0; i < kSymbols; ++i) {
    symbols.push_back(Declare(arena, absl::StrCat("n", i), Interval::Size()));
  }
  const auto sum = [&](int number) {
    Expr total = 0;
    for (int k = 0; k < kTerms; ++k) {
      total = Add(arena, total, symbols[static_cast<size_t>((number * 7 + k * 13) % kSymbols)]);
    }
    return total;
  };
  const Expr asked = sum(kSymbols);
  const auto count = [&] {
    const uint64_t before = work.count();
    arena.TermBounds(arena.node(asked.node()).terms);
    return work.count() - before;
  };
  const uint64_t without_rows = count();
  for (int i = 0; i < 500; ++i) {
    const Expr row = Subtract(arena, 1'000'000, sum(i));
    arena.AddRow(arena.node(row.node()).terms);
  }
  const uint64_t with_rows = count();
  EXPECT_GE(with_rows, without_rows + kTerms);
  EXPECT_LE(with_rows, without_rows + 6 * kTerms) << "a few rows have too many symbols already";
}

// Oracle: all points. Nothing is claimed that some point which keeps the premises contradicts; and
// the bounds of a linear sum under linear premises are at most what rounding leaves away from the
// points.
TEST(LinearRowsProperty, S39HoldsAtEveryPointThatKeepsThePremises) {
  std::mt19937 random(11);
  const auto number = [&random](int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
  };
  const auto sum = [&] {
    return absl::StrCat(number(-3, 3), "*a + ", number(-3, 3), "*b + ", number(-3, 3), "*c + ",
                        number(-6, 6));
  };
  int tight = 0;
  int possible = 0;
  for (int round = 0; round < 1500; ++round) {
    ExprArena arena;
    for (const char* name : {"a", "b", "c"}) Declare(arena, name, {0, 5});
    FactStore facts(arena);
    FactSource source;
    source.basis = Basis::kPremise;
    std::vector<std::pair<Expr, Expr>> premises;
    std::vector<std::string> texts;
    bool is_refuted = false;
    for (int i = number(1, 3); i > 0; --i) {
      texts.push_back(absl::StrCat("0 <= ", sum()));
      premises.emplace_back(0, Parse(arena, texts.back().substr(5)));
      is_refuted |= facts.RequireAtMost(0, premises.back().second, source) == Verdict::kRefuted;
    }
    const std::string shape = sum();
    texts.push_back(shape);
    texts.push_back(absl::StrCat("min(", shape, ", 4)//2"));
    const std::vector<Expr> asked = {Parse(arena, shape), Parse(arena, texts.back())};
    const std::vector<Interval> claimed = {arena.Bounds(asked[0]), arena.Bounds(asked[1])};
    std::vector<Expr> roots = asked;
    for (const auto& [low, high] : premises) roots.push_back(high);
    Evaluator evaluator(arena, roots);
    std::optional<Interval> seen;
    for (int64_t a = 0; a < 6; ++a) {
      for (int64_t b = 0; b < 6; ++b) {
        for (int64_t c = 0; c < 6; ++c) {
          const std::vector<std::optional<int64_t>> values = {a, b, c};
          const auto results = evaluator.Run(values);
          bool is_kept = true;
          for (size_t i = 2; i < roots.size(); ++i) is_kept &= results[i].value >= 0;
          if (!is_kept) continue;
          for (size_t i = 0; i < 2; ++i) {
            ASSERT_TRUE(claimed[i].Contains(results[i].value))
                << absl::StrJoin(texts, "; ") << " at " << a << " " << b << " " << c;
          }
          const Interval here = Interval::Point(results[0].value);
          seen = seen ? Hull(*seen, here) : here;
        }
      }
    }
    ASSERT_FALSE(is_refuted && seen) << absl::StrJoin(texts, "; ");
    if (!seen) continue;
    ++possible;
    tight += *seen == claimed[0] ? 1 : 0;
  }
  EXPECT_GT(possible, 500);
  EXPECT_GT(tight, possible * 8 / 10);
}

}  // namespace
}  // namespace shapewright::symbolic
