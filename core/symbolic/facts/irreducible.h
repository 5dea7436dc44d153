#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_IRREDUCIBLE_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_IRREDUCIBLE_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::symbolic {

// Those of some places of which none can be left out so that `is_refuted` still says true of the
// rest: halves are left out first, then ever smaller chunks, as most facts have nothing to do with
// a contradiction. Where `is_refuted` says nothing, the search ends with what is left by then.
std::vector<size_t> LeaveOut(
    std::vector<size_t> places,
    absl::FunctionRef<std::optional<bool>(const std::vector<size_t>&)> is_refuted);

// Which of some facts contradict the last one together, by the symbols' declared intervals: their
// places, of which none can be left out, or too many of them where the work ends. Leaves the arena
// without the intervals and rows that facts gave it: for a call that fails.
std::vector<size_t> IrreducibleConflict(ExprArena& arena, absl::Span<const Fact> facts);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_IRREDUCIBLE_H_
