#include "core/symbolic/algebra/upper_expression.h"

#include <utility>

#include "core/base/hash_map.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/conditional.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/algebra/power.h"

namespace shapewright::symbolic {
namespace {

enum class End : uint8_t { kUpper, kLower };

End Opposite(End end) { return end == End::kUpper ? End::kLower : End::kUpper; }

// Replaces the symbols that are not of the inputs by their upper bounds, or by lower
// ones. The recursion is as deep as the caps allow (S20), as defined symbols count as
// leaves.
class EndFinder {
 public:
  explicit EndFinder(ExprArena& arena) : arena_(arena) {}

  Expr Find(Expr e, End end) {
    if (!e.is_symbolic() || DependsOnInputsOnly(arena_, e) || !arena_.CountWork(1)) return e;
    // Shared operands are looked at once.
    const auto key = std::make_pair(e.node(), end);
    if (const auto known = found_.find(key); known != found_.end()) return known->second;
    const ExprNode node = arena_.node(e.node());  // a copy: the arena grows
    Expr found = FindInside(node, end);
    if (found.is_unknown()) found = Constant(e, end);
    found_.emplace(key, found);
    return found;
  }

 private:
  Expr Constant(Expr e, End end) const {
    const Interval bounds = arena_.Bounds(e);
    if (end == End::kUpper) return bounds.has_max() ? Expr(bounds.max) : Expr();
    return bounds.has_min() ? Expr(bounds.min) : Expr();
  }

  Expr FindInside(const ExprNode& node, End end) {
    if (node.defined) return {};
    switch (node.kind) {
      case NodeKind::kSymbol:
        return end == End::kUpper ? arena_.symbol(node.symbol).upper : Expr();
      case NodeKind::kSum:
        return FindSum(node, end);
      case NodeKind::kProduct:
        return FindProduct(node, end);
      case NodeKind::kFloorDiv:
        return FindQuotient(node, end);
      case NodeKind::kPower:
        return Power(arena_, node.operands[0], Find(node.operands[1], end));
      case NodeKind::kMin:
      case NodeKind::kMax:
      case NodeKind::kBroadcast:
        return FindChoice(node, end);
      case NodeKind::kIf:
        return FindIf(node, end);
      default:
        return {};
    }
  }

  Expr FindSum(const ExprNode& node, End end) {
    Expr sum = 0;
    for (const Term& term : node.terms) {
      const End wanted = term.coefficient > 0 ? end : Opposite(end);
      const Expr monomial =
          term.monomial == kUnitMonomial ? Expr(1) : Find(Expr::FromNode(term.monomial), wanted);
      sum = Add(arena_, sum, Multiply(arena_, term.coefficient, monomial));
    }
    return sum;
  }

  Expr FindProduct(const ExprNode& node, End end) {
    Expr product = 1;
    for (const NodeId factor : node.factors) {
      const Expr whole = Expr::FromNode(factor);
      if (arena_.Bounds(whole).min < 0) return {};
      const Expr found = Find(whole, end);
      if (found.is_unknown() || arena_.Bounds(found).min < 0) return {};
      product = Multiply(arena_, product, found);
    }
    return product;
  }

  // A ceildiv by a constant is a floordiv in normal form.
  Expr FindQuotient(const ExprNode& node, End end) {
    const auto quotient = AsConstantQuotient(node);
    if (!quotient) return {};
    return FloorDiv(arena_, Find(quotient->dividend, end), quotient->divisor);
  }

  // A min is at most each of its operands, so upper bounds of some suffice; likewise lower bounds
  // for a max. A broadcast has the value of one of its operands.
  Expr FindChoice(const ExprNode& node, End end) {
    const bool is_min =
        node.kind == NodeKind::kMin || (node.kind == NodeKind::kBroadcast && end == End::kLower);
    const bool some_suffice = is_min == (end == End::kUpper) && node.kind != NodeKind::kBroadcast;
    Expr chosen;
    for (const Expr operand : node.operands) {
      const Expr next = Find(operand, end);
      if (next.is_unknown()) {
        if (some_suffice) continue;
        return {};
      }
      chosen = chosen.is_unknown() ? next
               : is_min            ? Min(arena_, chosen, next)
                                   : Max(arena_, chosen, next);
    }
    return chosen;
  }

  Expr FindIf(const ExprNode& node, End end) {
    const Expr condition = node.operands[0];
    const Expr a = Find(node.operands[1], end);
    const Expr b = Find(node.operands[2], end);
    if (DependsOnInputsOnly(arena_, condition)) return If(arena_, condition, a, b);
    return end == End::kUpper ? Max(arena_, a, b) : Min(arena_, a, b);
  }

  ExprArena& arena_;
  HashMap<std::pair<NodeId, End>, Expr> found_;
};

}  // namespace

bool DependsOnInputsOnly(const ExprArena& arena, Expr e) {
  return e.is_constant() || (e.is_symbolic() && arena.node(e.node()).depends_on_inputs_only);
}

Expr UpperExpression(ExprArena& arena, Expr e) { return EndFinder(arena).Find(e, End::kUpper); }

}  // namespace shapewright::symbolic
