#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_EXPR_NODE_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_EXPR_NODE_H_

#include <cstdint>
#include <optional>

#include "absl/types/span.h"
#include "core/base/work.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/interval.h"

namespace shapewright::symbolic {

enum class NodeKind : uint8_t {
  kUnit,     // node 0, the empty product
  kSymbol,   // an entry of the symbol table
  kProduct,  // two or more atoms
  kSum,      // coefficient * monomial, ..., constant
  // Opaque operations over whole expressions (S11, S1).
  kFloorDiv,
  kCeilDiv,
  kTruncDiv,
  kMod,
  kMin,
  kMax,
  kBroadcast,
  // Of a constant base of 2 or more, rounded down: 0 where the exponent is negative.
  kPower,
  // A condition, and the values where it is 1 and where it is 0 (S26).
  kIf,
  // A sum or product of two operands that would be over the caps (S20).
  kDefinedSum,
  kDefinedProduct,
  // Floating point (S14), see float_operation.h; kTruncate is always defined.
  kFloat,
  kTruncate,
};

// coefficient * monomial, where the monomial is the unit, an atom (a symbol or
// an opaque operation) or a product of atoms.
struct Term {
  int64_t coefficient;
  NodeId monomial;

  friend bool operator==(const Term&, const Term&) = default;
};

struct ExprNode {
  NodeKind kind = NodeKind::kUnit;
  // The number of operations on the longest path to a leaf.
  uint16_t depth = 0;
  // Nodes below and including this one, each counted once; within the cap, an upper bound of that
  // (S20).
  uint32_t dag_size = 1;
  // A defined symbol stands for it, mostly because it is over the caps: a leaf for all but
  // evaluation and substitution (S20).
  bool defined = false;
  // How deeply defined symbols nest in it, up to 255.
  uint8_t definition_depth = 0;
  // Whether the sizes and integer values of the inputs determine it: every
  // symbol below is of an input.
  bool depends_on_inputs_only = true;
  SymbolId symbol = 0;  // of kSymbol, and of every defined node
  uint32_t hash = 0;
  // From the symbols' intervals as declared; and as they were in bounds_epoch.
  Interval declared_bounds;
  Interval bounds;
  uint32_t bounds_epoch = 0;
  // Exactly one of these is used, by kind.
  absl::Span<const Term> terms;
  absl::Span<const NodeId> factors;
  absl::Span<const Expr> operands;
};

// The nodes of an arena by their ids, and the counter of operations on them, which may be null.
struct ExprNodes {
  absl::Span<const ExprNode> all;
  Work* work = nullptr;

  const ExprNode& node(NodeId id) const { return all[id]; }
  bool CountWork(uint64_t operations) const { return work == nullptr || work->Count(operations); }
};

// floordiv(dividend, divisor) by a constant > 0, unless it is behind a symbol of its own (S20).
struct ConstantQuotient {
  Expr dividend;
  int64_t divisor = 0;
};

inline std::optional<ConstantQuotient> AsConstantQuotient(const ExprNode& node) {
  if (node.kind != NodeKind::kFloorDiv || node.defined) return std::nullopt;
  const Expr divisor = node.operands[1];
  if (!divisor.is_constant() || divisor.constant() < 1) return std::nullopt;
  return ConstantQuotient{node.operands[0], divisor.constant()};
}

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

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_EXPR_NODE_H_
