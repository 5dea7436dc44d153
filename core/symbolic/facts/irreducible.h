#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_IRREDUCIBLE_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_IRREDUCIBLE_H_

#include <cstddef>
#include <vector>

#include "absl/types/span.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::symbolic {

// Which of some facts contradict the last one together, by the symbols' declared intervals: their
// places, of which none can be left out, or too many of them where the work ends. Leaves the arena
// without the intervals and rows that facts gave it: for a call that fails.
std::vector<size_t> IrreducibleConflict(ExprArena& arena, absl::Span<const Fact> facts);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_IRREDUCIBLE_H_
