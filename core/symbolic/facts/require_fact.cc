#include "core/symbolic/facts/require_fact.h"

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

}  // namespace shapewright::symbolic
