#include "core/symbolic/algebra/comparison.h"

#include <limits>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/inlined_vector.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"

namespace shapewright::symbolic {
namespace {

constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();

using ComparedOperands = absl::InlinedVector<Expr, 4>;

// The operands beside this constant; none if `e` is no such min or max.
ComparedOperands OperandsBeside(const ExprArena& arena, Expr e, NodeKind kind, int64_t constant) {
  const ExprNode* const node = arena.AsOperation(e, kind);
  if (node == nullptr) return {};
  ComparedOperands rest(node->operands.begin(), node->operands.end());
  const auto found = absl::c_find(rest, Expr(constant));
  if (found == rest.end()) return {};
  rest.erase(found);
  return rest;
}

// Where all of these are positive the condition is 1; none if it is no comparison.
ComparedOperands PositiveParts(const ExprArena& arena, Expr condition) {
  ComparedOperands parts = OperandsBeside(arena, condition, NodeKind::kMin, 1);
  const Expr limited = parts.size() == 1 ? parts[0] : condition;
  if (parts.size() > 1) return parts;
  const ComparedOperands clamped = OperandsBeside(arena, limited, NodeKind::kMax, 0);
  if (clamped.size() == 1) parts = clamped;
  if (parts.empty()) return parts;
  const ExprNode* const both = arena.AsOperation(parts[0], NodeKind::kMin);
  const bool has_two = both != nullptr && both->operands.size() == 2;
  return has_two ? ComparedOperands(both->operands.begin(), both->operands.end()) : parts;
}

// Two integers are equal where min(difference + 1, 1 - difference) is positive.
bool IsOfDifference(const ExprArena& arena, Expr a, Expr b) {
  const auto sum = AddScaled(arena, TermsOf(arena, a), TermsOf(arena, b), 1);
  return sum && sum->size() == 1 && sum->front() == Term{2, kUnitMonomial};
}

std::optional<TermList> LessOne(const ExprArena& arena, Expr e) {
  return AddScaled(arena, TermsOf(arena, e), TermsOf(arena, 1), -1);
}

bool IsConstant(absl::Span<const Term> terms) {
  return terms.empty() || (terms.size() == 1 && terms[0].monomial == kUnitMonomial);
}

// Whether `left <= right` says that the one is the constant, as it is never beyond.
bool IsAtItsEnd(const ExprArena& arena, const ComparisonTerms& sides) {
  if (IsConstant(sides.right)) {
    return arena.TermBounds(sides.left).min == ConstantTerm(sides.right);
  }
  return IsConstant(sides.left) && arena.TermBounds(sides.right).max == ConstantTerm(sides.left);
}

}  // namespace

Expr IsPositive(ExprArena& arena, Expr e) { return Min(arena, 1, Max(arena, 0, e)); }

// Decided by the difference alone, so that what is printed is decided alike when it is read.
Expr EqualTo(ExprArena& arena, Expr a, Expr b) {
  if (a.is_constant() && b.is_constant()) return a == b ? 1 : 0;
  Expr difference = Subtract(arena, a, b);
  if (difference.is_unknown()) return difference;
  const TermList terms = TermsOf(arena, difference);
  if (!terms.empty() && terms[0].coefficient < 0) difference = Subtract(arena, 0, difference);
  const Interval bounds = arena.Bounds(difference);
  if (!bounds.Contains(0) || bounds.is_point()) return bounds.Contains(0) ? 1 : 0;
  return IsPositive(arena, Min(arena, Add(arena, difference, 1), Subtract(arena, 1, difference)));
}

Expr LessThan(ExprArena& arena, Expr a, Expr b) {
  if (a.is_constant() && b.is_constant()) return a.constant() < b.constant() ? 1 : 0;
  return IsPositive(arena, Subtract(arena, b, a));
}

Expr AtMostTo(ExprArena& arena, Expr a, Expr b) {
  if (a.is_constant() && b.is_constant()) return a.constant() <= b.constant() ? 1 : 0;
  return IsPositive(arena, Add(arena, Subtract(arena, b, a), 1));
}

Expr Not(ExprArena& arena, Expr condition) { return Subtract(arena, 1, condition); }

Expr Negated(const ExprArena& arena, Expr condition) {
  const TermList terms = TermsOf(arena, condition);
  const bool is_negation =
      terms.size() == 2 && terms[0].coefficient == -1 && terms[1] == Term{1, kUnitMonomial};
  return is_negation ? Expr::FromNode(terms[0].monomial) : Expr();
}

std::optional<FoundComparison> FindComparison(const ExprArena& arena, Expr condition) {
  if (!condition.is_symbolic()) return std::nullopt;
  if (!Interval{0, 1}.Contains(arena.Bounds(condition))) return std::nullopt;
  const ComparedOperands parts = PositiveParts(arena, condition);
  const bool is_equality = parts.size() == 2 && IsOfDifference(arena, parts[0], parts[1]);
  if (parts.size() != 1 && !is_equality) return std::nullopt;
  auto difference = LessOne(arena, parts[0]);
  // An equality has two forms.
  const bool is_turned =
      is_equality && difference && !difference->empty() && difference->front().coefficient > 0;
  if (is_turned) difference = AddScaled(arena, {}, *difference, -1);
  if (!difference) return std::nullopt;
  return FoundComparison{is_equality, *std::move(difference)};
}

std::optional<ComparisonTerms> SplitSides(const ExprArena& arena, const FoundComparison& found) {
  ComparisonTerms sides = {found.is_equality, {}, {}};
  for (Term term : found.difference) {
    if (term.coefficient == kLeast) return std::nullopt;
    TermList& side = term.coefficient > 0 ? sides.right : sides.left;
    term.coefficient = std::abs(term.coefficient);
    side.push_back(term);
  }
  sides.is_equality |= IsAtItsEnd(arena, sides);
  if (sides.is_equality && IsConstant(sides.left)) std::swap(sides.left, sides.right);
  return sides;
}

Expr SumOf(ExprArena& arena, absl::Span<const Term> terms) {
  Expr sum = 0;
  for (const Term& term : terms) {
    const Expr monomial = term.monomial == kUnitMonomial ? Expr(1) : Expr::FromNode(term.monomial);
    sum = Add(arena, sum, Multiply(arena, term.coefficient, monomial));
  }
  return sum;
}

std::optional<Comparison> AsComparison(ExprArena& arena, Expr condition) {
  const auto found = FindComparison(arena, condition);
  const auto sides = found ? SplitSides(arena, *found) : std::nullopt;
  if (!sides) return std::nullopt;
  const Comparison comparison = {sides->is_equality, SumOf(arena, sides->left),
                                 SumOf(arena, sides->right)};
  if (comparison.left.is_unknown() || comparison.right.is_unknown()) return std::nullopt;
  return comparison;
}

std::optional<Comparison> Reversed(ExprArena& arena, const Comparison& at_most) {
  auto difference = DifferenceTerms(arena, at_most.left, at_most.right);
  if (difference) difference = AddScaled(arena, *difference, TermsOf(arena, 1), -1);
  if (!difference) return std::nullopt;
  const auto sides = SplitSides(arena, {false, *std::move(difference)});
  if (!sides) return std::nullopt;
  return Comparison{sides->is_equality, SumOf(arena, sides->left), SumOf(arena, sides->right)};
}

}  // namespace shapewright::symbolic
