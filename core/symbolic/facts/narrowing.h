#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_NARROWING_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_NARROWING_H_

#include "absl/types/span.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/facts/symbol_state.h"

namespace shapewright::symbolic {

// Narrows the intervals of the symbols of a sum that is known to be at least 0.
void NarrowBySum(const ExprArena& arena, SymbolState& symbols, absl::Span<const Term> sum);

// Narrows the intervals of the symbols of an expression whose value is within `bounds`.
void NarrowTo(const ExprArena& arena, SymbolState& symbols, Expr e, Interval bounds);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_NARROWING_H_
