#include "core/symbolic/algebra/comparison.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/inlined_vector.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/normal_form.h"

namespace shapewright::symbolic {
namespace {

// The min or max without a constant among its operands; unknown if `e` is none with that constant.
Expr WithoutOperand(ExprArena& arena, Expr e, NodeKind kind, int64_t constant) {
  const ExprNode* const node = arena.AsOperation(e, kind);
  if (node == nullptr) return {};
  absl::InlinedVector<Expr, 4> rest(node->operands.begin(), node->operands.end());
  const auto found = absl::c_find(rest, Expr(constant));
  if (found == rest.end()) return {};
  rest.erase(found);
  return kind == NodeKind::kMin ? MinOf(arena, rest) : MaxOf(arena, rest);
}

// The e of IsPositive(e).
Expr PositivePart(ExprArena& arena, Expr condition) {
  const Expr inner = WithoutOperand(arena, condition, NodeKind::kMin, 1);
  const Expr limited = inner.is_unknown() ? condition : inner;
  const Expr part = WithoutOperand(arena, limited, NodeKind::kMax, 0);
  for (const Expr e : {part, limited}) {
    const bool says_more = !e.is_unknown() && !(e == condition);
    if (says_more && IsPositive(arena, e) == condition) return e;
  }
  return {};
}

// The difference of two integers is 0 where min(difference + 1, 1 - difference) is positive.
Expr DifferenceIn(ExprArena& arena, Expr positive) {
  const ExprNode* const min = arena.AsOperation(positive, NodeKind::kMin);
  if (min == nullptr || min->operands.size() != 2) return {};
  const Expr first = min->operands[0];
  return Add(arena, first, min->operands[1]).is_constant(2) ? Subtract(arena, first, 1) : Expr();
}

// Writes "difference = 0" or "0 <= difference" with positive terms on both sides.
std::optional<Comparison> SplitSides(ExprArena& arena, Expr difference, bool is_equality) {
  if (difference.is_unknown()) return std::nullopt;
  Comparison sides = {is_equality, 0, 0};
  for (const Term& term : TermsOf(arena, difference)) {
    const Expr monomial = term.monomial == kUnitMonomial ? Expr(1) : Expr::FromNode(term.monomial);
    const bool is_right = term.coefficient > 0;
    Expr& side = is_right ? sides.right : sides.left;
    const Expr part = Multiply(arena, term.coefficient, monomial);
    side = is_right ? Add(arena, side, part) : Subtract(arena, side, part);
  }
  if (sides.left.is_unknown() || sides.right.is_unknown()) return std::nullopt;
  if (is_equality && sides.left.is_constant()) std::swap(sides.left, sides.right);
  return sides;
}

}  // namespace

Expr IsPositive(ExprArena& arena, Expr e) { return Min(arena, 1, Max(arena, 0, e)); }

std::optional<Comparison> AsComparison(ExprArena& arena, Expr condition) {
  const Expr positive = PositivePart(arena, condition);
  if (positive.is_unknown()) return std::nullopt;
  const Expr difference = DifferenceIn(arena, positive);
  return difference.is_unknown() ? SplitSides(arena, Subtract(arena, positive, 1), false)
                                 : SplitSides(arena, difference, true);
}

std::optional<Comparison> Reversed(ExprArena& arena, const Comparison& at_most) {
  return SplitSides(arena, Subtract(arena, Subtract(arena, at_most.left, at_most.right), 1), false);
}

}  // namespace shapewright::symbolic
