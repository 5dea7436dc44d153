#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_REACHABLE_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_REACHABLE_H_

#include <vector>

#include "absl/types/span.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::symbolic {

// Calls visit(NodeId) for each operand of a node that is itself a node; the
// unit monomial of a sum's constant (node 0) is one of them.
template <typename Visit>
void ForEachOperandNode(const ExprNode& node, Visit visit) {
  for (const Term& term : node.terms) visit(term.monomial);
  for (const NodeId factor : node.factors) visit(factor);
  for (const Expr operand : node.operands) {
    if (operand.is_symbolic()) visit(operand.node());
  }
}

// All nodes that the roots are made of, the roots and the operands of defined
// symbols included, the unit not: each once, in ascending order, so that
// operands stand before what uses them.
std::vector<NodeId> ReachableNodes(const ExprArena& arena, absl::Span<const Expr> roots);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_REACHABLE_H_
