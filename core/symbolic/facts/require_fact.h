#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_REQUIRE_FACT_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_REQUIRE_FACT_H_

#include "core/symbolic/facts/facts.h"

namespace shapewright::symbolic {

// Requires a fact in `store`; it may come from another one.
Verdict RequireFact(FactStore& store, const Fact& fact);

// Requires that a condition, an expression that is 0 or 1, has a value: as the comparison that it
// stands for, where it is one.
Verdict RequireCondition(FactStore& store, ExprArena& arena, Expr condition, bool value,
                         const FactSource& source);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_REQUIRE_FACT_H_
