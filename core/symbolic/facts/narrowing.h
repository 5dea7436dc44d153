#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_NARROWING_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_NARROWING_H_

#include "absl/types/span.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/facts/symbol_state.h"

namespace shapewright::symbolic {

// Narrows the intervals of symbols by what a sum that is not negative says of them.
void NarrowBySum(const ExprArena& arena, SymbolState& symbols, absl::Span<const Term> sum);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_NARROWING_H_
