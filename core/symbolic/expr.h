#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_EXPR_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_EXPR_H_

#include <cstdint>
#include <limits>
#include <utility>

namespace shapewright::symbolic {

// Names a node of an ExprArena. Ids grow with creation, so a node's operands
// always have smaller ids than the node.
using NodeId = uint32_t;
// A symbol's ordinal: its place in the arena's symbol table (S21).
using SymbolId = uint32_t;

// An integer expression: a constant, a node of the arena that made it, or unknown. A small
// value type; two known expressions of one arena that compare equal always have the same
// value. Two unknown ones compare equal whatever their values: test is_unknown() before
// comparing.
class Expr {
 public:
  // Unknown. The result of every operation on it is unknown too.
  constexpr Expr() = default;
  // Implicit, so that rules read as arithmetic.
  constexpr Expr(int64_t constant)  // NOLINT(google-explicit-constructor)
      : constant_(constant), node_(kConstantNode) {}

  static constexpr Expr FromNode(NodeId node) {
    Expr result;
    result.node_ = node;
    return result;
  }

  constexpr bool is_unknown() const { return node_ == kUnknownNode; }
  constexpr bool is_constant() const { return node_ == kConstantNode; }
  constexpr bool is_constant(int64_t value) const { return is_constant() && constant_ == value; }
  constexpr bool is_symbolic() const { return node_ != kConstantNode && node_ != kUnknownNode; }

  // Only where is_constant().
  constexpr int64_t constant() const { return constant_; }
  // Only where is_symbolic().
  constexpr NodeId node() const { return node_; }

  friend constexpr bool operator==(Expr a, Expr b) {
    return a.node_ == b.node_ && a.constant_ == b.constant_;
  }

  template <typename H>
  friend H AbslHashValue(H state, Expr e) {
    return H::combine(std::move(state), e.constant_, e.node_);
  }

 private:
  // Node 0 of every arena is the unit monomial, which stands for constants.
  static constexpr NodeId kConstantNode = 0;
  static constexpr NodeId kUnknownNode = std::numeric_limits<NodeId>::max();

  int64_t constant_ = 0;
  NodeId node_ = kUnknownNode;
};

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_EXPR_H_
