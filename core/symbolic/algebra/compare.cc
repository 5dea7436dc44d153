#include "core/symbolic/algebra/compare.h"

#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::symbolic {
namespace {

// A sum is never 0 if a common factor of all other coefficients does not divide its constant: 2*N -
// 3.
bool IsRefutedByGcd(absl::Span<const Term> terms) {
  int64_t content = 0;
  for (const Term& term : terms) {
    if (term.monomial != kUnitMonomial) {
      content = CommonFactor(content, term.coefficient);
    }
  }
  return content > 1 && ConstantTerm(terms) % content != 0;
}

}  // namespace

Interval DifferenceBounds(const ExprArena& arena, Expr a, Expr b) {
  if (a.is_unknown() || b.is_unknown()) return Interval::All();
  if (a == b) return Interval::Point(0);
  // Either way of computing the interval may be the tighter one.
  const Interval apart = Subtract(arena.Bounds(a), arena.Bounds(b));
  if (a.is_constant() || b.is_constant()) return apart;
  // For two symbols the terms show no more, unless rows do.
  const bool are_symbols = arena.AsSymbol(a) != nullptr && arena.AsSymbol(b) != nullptr;
  if (are_symbols && !arena.has_rows()) return apart;
  const auto terms = AddScaled(arena, TermsOf(arena, a), TermsOf(arena, b), -1);
  return terms ? Intersect(apart, arena.TermBounds(*terms)) : apart;
}

bool IsEqual(const ExprArena& arena, Expr a, Expr b) {
  if (a.is_unknown() || b.is_unknown()) return false;
  if (a == b) return true;
  if (a.is_constant() && b.is_constant()) return false;
  return DifferenceBounds(arena, a, b) == Interval::Point(0);
}

bool IsDifferent(const ExprArena& arena, Expr a, Expr b) {
  if (a.is_unknown() || b.is_unknown() || a == b) return false;
  if (a.is_constant() && b.is_constant()) return true;
  if (!DifferenceBounds(arena, a, b).Contains(0)) return true;
  const auto terms = AddScaled(arena, TermsOf(arena, a), TermsOf(arena, b), -1);
  return terms && IsRefutedByGcd(*terms);
}

bool IsAtMost(const ExprArena& arena, Expr a, Expr b) {
  if (a.is_unknown() || b.is_unknown()) return false;
  return DifferenceBounds(arena, a, b).max <= 0;
}

bool IsLess(const ExprArena& arena, Expr a, Expr b) {
  if (a.is_unknown() || b.is_unknown()) return false;
  return DifferenceBounds(arena, a, b).max < 0;
}

}  // namespace shapewright::symbolic
