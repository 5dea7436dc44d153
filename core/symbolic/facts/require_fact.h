#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_REQUIRE_FACT_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_REQUIRE_FACT_H_

#include "core/symbolic/facts/facts.h"

namespace shapewright::symbolic {

// Requires a fact in `store`; it may come from another one.
Verdict RequireFact(FactStore& store, const Fact& fact);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_REQUIRE_FACT_H_
