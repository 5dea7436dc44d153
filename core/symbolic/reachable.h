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

// The symbols below many expressions, one after the other: nodes that an earlier expression has
// reached are not looked at again, so that all together cost no more than the arena has nodes.
class SymbolCollector {
 public:
  // The arena outlives it, and may grow meanwhile.
  explicit SymbolCollector(const ExprArena& arena) : arena_(arena) {}

  // The symbols below the expressions that no earlier call gave, defined ones not.
  std::vector<SymbolId> CollectNew(absl::Span<const Expr> roots);

 private:
  const ExprArena& arena_;
  std::vector<bool> seen_;
};

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_REACHABLE_H_
