// The laws of design.md, over random expressions.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/text/interval_text.h"
#include "core/symbolic/text/parse.h"
#include "core/symbolic/text/print.h"
#include "gtest/gtest.h"
#include "tests/core/symbolic/random_tree.h"
#include "tests/core/symbolic/symbols.h"
#include "tests/core/symbolic/text_evaluator.h"

namespace shapewright::symbolic {
namespace {

constexpr int kCases = 20000;
constexpr int kBindings = 12;
constexpr int kDepth = 4;

std::string Show(const std::vector<int64_t>& binding) {
  std::string text;
  for (size_t i = 0; i < binding.size(); ++i) {
    absl::StrAppend(&text, kRandomSymbols[i].name, "=", binding[i], " ");
  }
  return text;
}

// Calls check(arena, tree, e) for each random tree that has an expression.
template <typename Check>
void ForEachTree(uint64_t seed, const ExprLimits& limits, Check check) {
  Random random(seed);
  for (int i = 0; i < kCases && !testing::Test::HasFailure(); ++i) {
    ExprArena arena(limits);
    DeclareRandomSymbols(arena);
    const Tree tree = RandomTree(random, 1 + i % kDepth);
    const Expr e = Build(arena, tree);
    if (arena.TakeOverflow() || arena.TakeDivisionByZero()) continue;
    check(arena, tree, e, random);
  }
}

void ExpectSameValues(ExprArena& arena, const Tree& tree, Expr e, Random& random) {
  for (int i = 0; i < kBindings; ++i) {
    const std::vector<int64_t> binding = RandomBinding(random);
    const auto expected = ValueOf(tree, binding);
    if (!expected) continue;
    const Evaluation found = Evaluate(arena, e, AsBindings(binding));
    ASSERT_TRUE(found.ok() && found.value == *expected)
        << Show(tree) << "\nis " << ToString(arena, e) << "\nat " << Show(binding) << "\nstatus "
        << static_cast<int>(found.status) << " value " << found.value << " expected "
        << static_cast<int64_t>(*expected);
    ASSERT_TRUE(arena.Bounds(e).Contains(found.value))
        << Show(tree) << "\nis " << ToString(arena, e) << "\nat " << Show(binding) << "\nvalue "
        << found.value << " bounds " << ToString(arena.Bounds(e));
  }
}

TEST(Soundness, NormalFormHasTheValueOfTheTree) { ForEachTree(1, {}, ExpectSameValues); }

bool FitsIntoInt64(__int128 value) { return value >= INT64_MIN && value <= INT64_MAX; }

// Overflow may be reported where a value leaves 128 bits on the way, but no
// value may be wrong.
TEST(S15Overflow, LargeConstantsAndValuesNeverGiveWrongValues) {
  Random random(11);
  int found = 0;
  for (int i = 0; i < kCases && !HasFailure(); ++i) {
    ExprArena arena;
    DeclareRandomSymbols(arena);
    const Tree tree = WithLargeConstants(random, RandomTree(random, 1 + i % kDepth));
    const Expr e = Build(arena, tree);
    if (arena.TakeOverflow() || arena.TakeDivisionByZero()) continue;
    for (int j = 0; j < kBindings; ++j) {
      const auto binding = WithLargeValues(random, RandomBinding(random));
      const auto expected = ValueOf(tree, binding);
      if (!expected || !FitsIntoInt64(*expected)) continue;
      const Evaluation value = Evaluate(arena, e, AsBindings(binding));
      if (value.status == Evaluation::Status::kOverflow) continue;
      ++found;
      ASSERT_TRUE(value.ok() && value.value == *expected && arena.Bounds(e).Contains(value.value))
          << Show(tree) << "\nis " << ToString(arena, e) << "\nat " << Show(binding) << "\nvalue "
          << value.value << " expected " << static_cast<int64_t>(*expected) << " bounds "
          << ToString(arena.Bounds(e));
    }
  }
  EXPECT_GT(found, kCases);
}

TEST(S20Caps, SmallLimitsStayExact) {
  ExprLimits limits;
  limits.terms = 3;
  limits.dag_nodes = 7;
  limits.depth = 3;
  ForEachTree(2, limits, ExpectSameValues);
  limits.terms = 2;
  limits.depth = 1;
  ForEachTree(3, limits, ExpectSameValues);
}

TEST(ParseLaw, PrintingThenParsingIsTheIdentity) {
  ForEachTree(4, {}, [](ExprArena& arena, const Tree& tree, Expr e, Random&) {
    const std::string text = ToString(arena, e);
    const auto parsed = ParseExpr(arena, text, DeclaredOnly(arena));
    ASSERT_TRUE(parsed.ok()) << text << ": " << parsed.status();
    ASSERT_EQ(*parsed, e) << Show(tree) << "\nis " << text << "\nbut parses as "
                          << ToString(arena, *parsed);
  });
}

std::map<std::string, int64_t> AsNames(const std::vector<int64_t>& binding) {
  std::map<std::string, int64_t> names;
  for (size_t i = 0; i < binding.size(); ++i) {
    names[kRandomSymbols[i].name] = binding[i];
  }
  return names;
}

void ExpectSameText(ExprArena& arena, const Tree& tree, Expr e, Random& random) {
  const std::string text = ToString(arena, e);
  const std::string onnx = ToOnnxText(arena, e).value_or(text);
  for (int i = 0; i < kBindings; ++i) {
    const std::vector<int64_t> binding = RandomBinding(random);
    const auto expected = ValueOf(tree, binding);
    if (!expected) continue;
    ASSERT_EQ(EvaluateText(text, AsNames(binding)), *expected)
        << Show(tree) << "\nis " << text << "\nat " << Show(binding);
    ASSERT_EQ(EvaluateText(onnx, AsNames(binding)), *expected)
        << Show(tree) << "\nis " << onnx << "\nat " << Show(binding);
  }
}

TEST(PrintLaw, OthersEvaluateTheTextToTheSameValue) { ForEachTree(5, {}, ExpectSameText); }

TEST(S20Defined, OnnxTextHasTheSameValueWithoutDefinedNames) {
  ExprLimits limits;
  limits.terms = 2;
  limits.dag_nodes = 6;
  limits.depth = 2;
  ForEachTree(6, limits, [](ExprArena& arena, const Tree& tree, Expr e, Random& random) {
    const auto onnx = ToOnnxText(arena, e);
    if (!onnx) return;
    for (int i = 0; i < kBindings; ++i) {
      const std::vector<int64_t> binding = RandomBinding(random);
      const auto expected = ValueOf(tree, binding);
      if (!expected) continue;
      ASSERT_EQ(EvaluateText(*onnx, AsNames(binding)), *expected)
          << Show(tree) << "\nis " << *onnx << "\nat " << Show(binding);
    }
  });
}

// Two expressions of one arena, and what was said about them.
struct Claims {
  bool equal, different, at_most, less, divisible;
  Interval difference;
};

void ExpectTrue(const Claims& claims, int64_t a, int64_t b) {
  if (claims.equal) {
    ASSERT_EQ(a, b);
  }
  if (claims.different) {
    ASSERT_NE(a, b);
  }
  if (claims.at_most) {
    ASSERT_LE(a, b);
  }
  if (claims.less) {
    ASSERT_LT(a, b);
  }
  if (claims.divisible) {
    ASSERT_NE(b, 0);
    ASSERT_EQ(a % b, 0);
  }
  ASSERT_TRUE(claims.difference.Contains(a - b));
}

TEST(CompareLaw, IsNeverContradictedByABinding) {
  int shown = 0;
  ForEachTree(7, {}, [&shown](ExprArena& arena, const Tree& tree, Expr a, Random& random) {
    const Tree other = RandomTree(random, 1 + static_cast<int>(random() % 3));
    const Expr b = Build(arena, other);
    if (arena.TakeOverflow() || arena.TakeDivisionByZero()) return;
    const Claims claims = {IsEqual(arena, a, b),     IsDifferent(arena, a, b),
                           IsAtMost(arena, a, b),    IsLess(arena, a, b),
                           IsDivisible(arena, a, b), DifferenceBounds(arena, a, b)};
    shown += claims.equal || claims.different || claims.at_most;
    for (int i = 0; i < kBindings; ++i) {
      const std::vector<int64_t> binding = RandomBinding(random);
      const auto x = ValueOf(tree, binding);
      const auto y = ValueOf(other, binding);
      if (!x || !y) continue;
      ExpectTrue(claims, static_cast<int64_t>(*x), static_cast<int64_t>(*y));
      ASSERT_FALSE(testing::Test::HasFailure())
          << Show(tree) << "\nand " << Show(other) << "\nat " << Show(binding);
    }
  });
  EXPECT_GT(shown, kCases / 10);
}

TEST(S11DivideExactly, GivesAQuotientWhoseProductIsTheDividend) {
  int divided = 0;
  ForEachTree(8, {}, [&divided](ExprArena& arena, const Tree& tree, Expr a, Random& random) {
    const Tree other = RandomTree(random, 1 + static_cast<int>(random() % 2));
    const Expr b = Build(arena, other);
    const Expr product = Multiply(arena, a, b);
    if (arena.TakeOverflow() || arena.TakeDivisionByZero()) return;
    for (const Expr dividend : {a, product}) {
      const auto quotient = DivideExactly(arena, dividend, b);
      if (!quotient) continue;
      ++divided;
      ASSERT_EQ(Multiply(arena, *quotient, b), dividend) << Show(tree) << "\nand " << Show(other);
    }
  });
  EXPECT_GT(divided, kCases / 2);
}

Interval RandomPart(Random& random, Interval whole) {
  const int64_t low = std::max<int64_t>(whole.min, -6);
  const int64_t high = std::min<int64_t>(whole.max, 6);
  const int64_t a = Uniform(random, low, high);
  return {a, Uniform(random, a, high)};
}

TEST(S2Bounds, NarrowedBoundsHoldAndComeBack) {
  ForEachTree(9, {}, [](ExprArena& arena, const Tree& tree, Expr e, Random& random) {
    const Interval before = arena.Bounds(e);
    std::vector<Interval> parts;
    for (SymbolId id = 0; id < kRandomSymbolCount; ++id) {
      parts.push_back(RandomPart(random, kRandomSymbols[id].bounds));
      arena.SetSymbolBounds(id, parts.back());
    }
    const Interval narrowed = arena.Bounds(e);
    ASSERT_TRUE(before.Contains(narrowed)) << Show(tree);
    for (int i = 0; i < kBindings; ++i) {
      std::vector<int64_t> binding;
      for (const Interval part : parts) {
        binding.push_back(Uniform(random, part.min, part.max));
      }
      const auto value = ValueOf(tree, binding);
      if (!value) continue;
      ASSERT_TRUE(narrowed.Contains(static_cast<int64_t>(*value)))
          << Show(tree) << " at " << Show(binding);
      // What is built now may use the narrowed intervals.
      const Expr again = Build(arena, tree);
      // Of a side that is not taken.
      if (arena.TakeOverflow() || arena.TakeDivisionByZero()) continue;
      ASSERT_EQ(Evaluate(arena, again, AsBindings(binding)).value, *value)
          << Show(tree) << " at " << Show(binding) << " as " << ToString(arena, again);
    }
    for (SymbolId id = 0; id < kRandomSymbolCount; ++id) {
      arena.SetSymbolBounds(id, kRandomSymbols[id].bounds);
    }
    ASSERT_EQ(arena.Bounds(e), before) << Show(tree);
  });
}

TEST(S21Determinism, TwoArenasGiveTheSameTextAndTable) {
  ForEachTree(10, {}, [](ExprArena& arena, const Tree& tree, Expr e, Random&) {
    ExprArena other;
    DeclareRandomSymbols(other);
    const Expr same = Build(other, tree);
    ASSERT_EQ(e, same);
    ASSERT_EQ(ToString(arena, e), ToString(other, same));
    ASSERT_EQ(arena.symbols().size(), other.symbols().size());
    ASSERT_EQ(arena.node_count(), other.node_count());
  });
}

}  // namespace
}  // namespace shapewright::symbolic
