// The laws of design.md, over random expressions.
#include <optional>
#include <string>
#include <vector>

#include "core/symbolic/algebra.h"
#include "core/symbolic/compare.h"
#include "core/symbolic/evaluate.h"
#include "core/symbolic/text.h"
#include "gtest/gtest.h"
#include "tests/core/symbolic/random_tree.h"
#include "tests/core/symbolic/symbols.h"

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

void ExpectSameValues(ExprArena& arena, const Tree& tree, Expr e,
                      Random& random) {
  for (int i = 0; i < kBindings; ++i) {
    const std::vector<int64_t> binding = RandomBinding(random);
    const auto expected = ValueOf(tree, binding);
    if (!expected) continue;
    const Evaluation found = Evaluate(arena, e, AsBindings(binding));
    ASSERT_TRUE(found.ok() && found.value == *expected)
        << Show(tree) << "\nis " << ToString(arena, e) << "\nat "
        << Show(binding) << "\nstatus " << static_cast<int>(found.status)
        << " value " << found.value << " expected "
        << static_cast<int64_t>(*expected);
    ASSERT_TRUE(arena.Bounds(e).Contains(found.value))
        << Show(tree) << "\nis " << ToString(arena, e) << "\nat "
        << Show(binding) << "\nvalue " << found.value << " bounds "
        << ToString(arena.Bounds(e));
  }
}

TEST(Soundness, NormalFormHasTheValueOfTheTree) {
  ForEachTree(1, {}, ExpectSameValues);
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

}  // namespace
}  // namespace shapewright::symbolic
