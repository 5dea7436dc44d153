#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_REACHABLE_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_REACHABLE_H_

#include <vector>

#include "absl/types/span.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::symbolic {

// All nodes of the roots' expressions, with the roots and the definitions of defined symbols,
// but without the unit: each once, in ascending order, so that operands come before what uses
// them.
std::vector<NodeId> ReachableNodes(const ExprArena& arena, absl::Span<const Expr> roots);
// The symbols among them, defined ones not, in ascending order.
std::vector<SymbolId> ReachableSymbols(const ExprArena& arena, absl::Span<const Expr> roots);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_REACHABLE_H_
