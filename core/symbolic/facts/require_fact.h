#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_REQUIRE_FACT_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_REQUIRE_FACT_H_

#include "core/symbolic/facts/facts.h"

namespace shapewright::symbolic {

// Adds a fact, perhaps one of another store.
Verdict RequireFact(FactStore& store, const Fact& fact);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_REQUIRE_FACT_H_
