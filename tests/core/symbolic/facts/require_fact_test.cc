// What a required condition makes of its symbols (S36). Oracle: the values of the condition at all
// values of the symbols.
#include "core/symbolic/facts/require_fact.h"

#include <gtest/gtest.h>

#include "core/symbolic/algebra/comparison.h"
#include "core/symbolic/algebra/evaluate.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

using Make = Expr (*)(ExprArena& arena, Expr a, Expr b);

// The facts, of equality or order, hold where the condition has the value, and nowhere else.
void Expect(Interval of_a, Make make, int64_t other, bool value) {
  SCOPED_TRACE(testing::Message() << of_a.min << ".." << of_a.max << " beside " << other << ", "
                                  << value);
  ExprArena arena;
  FactStore store(arena);
  const Expr a = Declare(arena, "a", of_a);
  const Expr condition = make(arena, a, other);
  if (!condition.is_symbolic()) return;  // decided by the range
  const Verdict verdict = RequireCondition(store, arena, condition, value, {});
  bool is_possible = false;
  for (int64_t at = of_a.min; at <= of_a.max; ++at) {
    const std::vector<std::optional<int64_t>> bindings = {at};
    const bool wanted = make(arena, at, other).is_constant(value ? 1 : 0);
    is_possible |= wanted;
    bool holds = verdict != Verdict::kRefuted;
    for (const Fact& fact : store.facts()) {
      const auto sides = Evaluate(arena, {fact.left, fact.right}, bindings);
      const int64_t left = sides[0].value;
      const int64_t right = sides[1].value;
      holds &= fact.relation == Relation::kEqual      ? left == right
               : fact.relation == Relation::kNotEqual ? left != right
                                                      : left <= right;
    }
    EXPECT_EQ(holds, wanted) << "a = " << at;
  }
  EXPECT_EQ(verdict == Verdict::kRefuted, !is_possible);
}

TEST(S36RequireCondition, HoldsWhereTheConditionHasTheValue) {
  for (int64_t min = -2; min <= 2; ++min) {
    for (int64_t max = min; max <= 4; ++max) {
      for (int64_t other = -3; other <= 5; ++other) {
        for (const Make make : {&LessThan, &AtMostTo, &EqualTo}) {
          for (const bool value : {false, true}) {
            Expect({min, max}, make, other, value);
            Expect(
                {min, max}, [](ExprArena& arena, Expr a, Expr b) { return LessThan(arena, b, a); },
                other, value);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace shapewright::symbolic
