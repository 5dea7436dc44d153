#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_ELIMINATION_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_ELIMINATION_H_

#include <optional>

#include "absl/types/span.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/symbol.h"

namespace shapewright::symbolic {

// The symbol that an equality eliminates, and what replaces it (S3): unknown where that would be
// over the caps.
struct Elimination {
  SymbolId symbol;
  Expr solution;
};

// Which symbol is eliminated: fresh ones first, then those that outputs declare, then those of
// inputs; of each kind the youngest. Those of inputs only where `may_be_input`.

// From the terms of a sum that equals 0. Nothing where it can be solved for no symbol.
std::optional<Elimination> EliminateBySum(ExprArena& arena, absl::Span<const Term> sum,
                                          bool may_be_input);
// From two different symbols or constants that are equal.
std::optional<Elimination> EliminateAtom(const ExprArena& arena, Expr a, Expr b, bool may_be_input);
// Whether a symbol of that kind is eliminated by any equality that mentions it alone.
bool IsAlwaysEliminated(SymbolKind kind);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_ELIMINATION_H_
