#include "core/symbolic/facts/require_fact.h"

#include <optional>

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/comparison.h"

namespace shapewright::symbolic {

Verdict RequireFact(FactStore& store, const Fact& fact) {
  switch (fact.relation) {
    case Relation::kEqual:
      return store.RequireEqual(fact.left, fact.right, fact.source);
    case Relation::kAtMost:
      return store.RequireAtMost(fact.left, fact.right, fact.source);
    case Relation::kDivisible:
      return store.RequireDivisible(fact.left, fact.right, fact.source);
    case Relation::kBroadcastable:
      return store.RequireBroadcastable(fact.left, fact.right, fact.source);
    case Relation::kNotEqual:
      return store.RequireNotEqual(fact.left, fact.right, fact.source);
  }
  return Verdict::kOpen;
}

Verdict RequireCondition(FactStore& store, ExprArena& arena, Expr condition, bool value,
                         const FactSource& source) {
  std::optional<Comparison> sides = AsComparison(arena, condition);
  if (!sides) {
    sides = AsComparison(arena, Subtract(arena, 1, condition));
    if (!sides) return store.RequireEqual(condition, value ? 1 : 0, source);
    value = !value;
  }
  if (sides->is_equality) {
    return value ? store.RequireEqual(sides->left, sides->right, source)
                 : store.RequireNotEqual(sides->left, sides->right, source);
  }
  if (!value) sides = Reversed(arena, *sides);
  return sides ? store.RequireAtMost(sides->left, sides->right, source) : Verdict::kOpen;
}

}  // namespace shapewright::symbolic
