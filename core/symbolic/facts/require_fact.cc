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
  const Expr wanted = value ? 1 : 0;
  std::optional<Comparison> sides = AsComparison(arena, condition);
  if (!sides) {
    sides = AsComparison(arena, Subtract(arena, 1, condition));
    if (!sides) return store.RequireEqual(condition, wanted, source);
    value = !value;
  }
  if (sides->is_equality && !value) {
    return store.RequireNotEqual(sides->left, sides->right, source);
  }
  if (!value) sides = Reversed(arena, *sides);
  if (!sides) return store.RequireEqual(condition, wanted, source);
  // Also the reverse of an inequality may be an equality, of a size that is never beyond.
  return sides->is_equality ? store.RequireEqual(sides->left, sides->right, source)
                            : store.RequireAtMost(sides->left, sides->right, source);
}

}  // namespace shapewright::symbolic
