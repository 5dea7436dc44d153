#include "core/symbolic/algebra/conditional.h"

#include <cstdlib>
#include <limits>
#include <numeric>
#include <optional>

#include "absl/algorithm/container.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/comparison.h"
#include "core/symbolic/algebra/normal_form.h"

namespace shapewright::symbolic {
namespace {

// The side of an inner choice by the same condition.
Expr SideOf(const ExprArena& arena, Expr condition, Expr e, size_t side) {
  const ExprNode* const node = arena.AsOperation(e, NodeKind::kIf);
  return node != nullptr && node->operands[0] == condition ? node->operands[side] : e;
}

// Whether the condition says that a <= b, or a < b; `difference` is b - a.
bool SaysAtMost(const ExprArena& arena, const FoundComparison& found, const TermList& difference) {
  if (found.is_equality) return false;
  if (found.difference == difference) return true;
  return found.difference == AddScaled(arena, difference, TermsOf(arena, 1), -1);
}

// The terms that both sides have, and all of the constant of `b`.
TermList CommonTerms(const TermList& a, const TermList& b) {
  TermList common;
  for (const Term& term : b) {
    if (term.monomial == kUnitMonomial || absl::c_linear_search(a, term)) common.push_back(term);
  }
  return common;
}

// Divides the coefficients of both by what they have in common, which is returned.
int64_t TakeFactor(TermList& a, TermList& b) {
  int64_t factor = 0;
  for (const TermList* terms : {&a, &b}) {
    for (const Term& term : *terms) {
      if (term.coefficient == std::numeric_limits<int64_t>::min()) return 1;
      factor = std::gcd(factor, term.coefficient);
    }
  }
  for (TermList* terms : {&a, &b}) {
    for (Term& term : *terms) term.coefficient /= factor;
  }
  return factor;
}

}  // namespace

Expr If(ExprArena& arena, Expr condition, Expr a, Expr b) {
  if (condition.is_constant()) return condition.constant() != 0 ? a : b;
  if (condition.is_unknown() || a.is_unknown() || b.is_unknown()) return {};
  if (a == b || arena.is_stopped()) return arena.is_stopped() ? Expr() : a;
  if (const Expr negated = Negated(arena, condition); !negated.is_unknown()) {
    return If(arena, negated, b, a);
  }
  a = SideOf(arena, condition, a, 1);
  b = SideOf(arena, condition, b, 2);
  const auto less = DifferenceTerms(arena, b, a);
  const auto more = DifferenceTerms(arena, a, b);
  if (!less || !more) return arena.InternOperation(NodeKind::kIf, {condition, a, b});
  if (more->empty()) return a;
  if (more->size() == 1 && more->front().monomial == kUnitMonomial) {
    return Add(arena, b, Multiply(arena, more->front().coefficient, condition));
  }
  if (const auto found = FindComparison(arena, condition)) {
    // Where a is b, both sides are b.
    const bool says_equal =
        found->is_equality && (found->difference == *less || found->difference == *more);
    if (says_equal) return b;
    if (SaysAtMost(arena, *found, *less)) return Min(arena, a, b);
    if (SaysAtMost(arena, *found, *more)) return Max(arena, a, b);
  }
  const TermList common = CommonTerms(TermsOf(arena, a), TermsOf(arena, b));
  auto rest_a = AddScaled(arena, TermsOf(arena, a), common, -1);
  auto rest_b = AddScaled(arena, TermsOf(arena, b), common, -1);
  if (!rest_a || !rest_b) return arena.InternOperation(NodeKind::kIf, {condition, a, b});
  const int64_t factor = TakeFactor(*rest_a, *rest_b);
  const Expr choice = arena.InternOperation(
      NodeKind::kIf, {condition, SumOf(arena, *rest_a), SumOf(arena, *rest_b)});
  return Add(arena, SumOf(arena, common), Multiply(arena, factor, choice));
}

}  // namespace shapewright::symbolic
