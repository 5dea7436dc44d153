#include "core/symbolic/algebra/power.h"

#include <optional>

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::symbolic {
namespace {

// Powers of more summands are kept as they are.
constexpr int64_t kMaxFactors = 4;

// One that does not fit into 64 bits stays a power: it may still be a divisor.
Expr ConstantPower(ExprArena& arena, int64_t base, int64_t exponent) {
  if (exponent < 0) return 0;
  const auto power = CheckedPower(base, exponent);
  if (!power) {
    arena.ReportOverflow();
    return Expr();
  }
  if (const auto narrow = Narrow(*power)) return *narrow;
  return arena.InternOperation(NodeKind::kPower, {base, exponent});
}

// base^(x + 2*y + k) as base^k * base^x * base^y * base^y, so that equal products of powers have
// one form; nothing where a summand may be negative.
std::optional<Expr> SplitExponent(ExprArena& arena, int64_t base, Expr exponent) {
  const TermList terms = TermsOf(arena, exponent);
  int64_t factors = 0;
  for (const Term& term : terms) {
    if (term.coefficient < 0) return std::nullopt;
    if (term.monomial == kUnitMonomial) {
      const auto constant = CheckedPower(base, term.coefficient);
      if (!constant || !Narrow(*constant)) return std::nullopt;
      continue;
    }
    if (arena.Bounds(Expr::FromNode(term.monomial)).min < 0) return std::nullopt;
    if (term.coefficient > kMaxFactors - factors) return std::nullopt;
    factors += term.coefficient;
  }
  Expr product = 1;
  for (const Term& term : terms) {
    const bool is_constant = term.monomial == kUnitMonomial;
    const Expr power = is_constant ? ConstantPower(arena, base, term.coefficient)
                                   : arena.InternOperation(NodeKind::kPower,
                                                           {base, Expr::FromNode(term.monomial)});
    const int64_t times = is_constant ? 1 : term.coefficient;
    for (int64_t i = 0; i < times; ++i) product = Multiply(arena, product, power);
  }
  return product;
}

}  // namespace

Expr Power(ExprArena& arena, Expr base, Expr exponent) {
  if (!base.is_constant() || base.constant() < 2 || exponent.is_unknown()) return Expr();
  if (exponent.is_constant()) return ConstantPower(arena, base.constant(), exponent.constant());
  if (const auto product = SplitExponent(arena, base.constant(), exponent)) return *product;
  return arena.InternOperation(NodeKind::kPower, {base, exponent});
}

}  // namespace shapewright::symbolic
