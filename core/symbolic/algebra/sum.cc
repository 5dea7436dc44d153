// Addition and multiplication of normal forms.
#include <utility>

#include "absl/types/span.h"
#include "core/base/checked_math.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/normal_form.h"

namespace shapewright::symbolic {
namespace {

// The operands have one order, the constant last, so that equal sums and
// products are one symbol.
Expr Define(ExprArena& arena, NodeKind kind, Expr a, Expr b) {
  if (a.is_unknown() || b.is_unknown()) return Expr();
  const bool swap = a.is_constant() || (b.is_symbolic() && b.node() < a.node());
  if (swap) std::swap(a, b);
  return arena.InternOperation(kind, {a, b});
}

Expr AddMultiple(ExprArena& arena, Expr a, Expr b, int64_t scale) {
  if (a.is_unknown() || b.is_unknown()) return Expr();
  if (a.is_constant() && b.is_constant()) {
    const auto sum =
        Narrow(static_cast<Int128>(a.constant()) + static_cast<Int128>(b.constant()) * scale);
    if (sum) return *sum;
    arena.ReportOverflow();
    return Expr();
  }
  if (b.is_constant(0)) return a;
  const auto terms = AddScaled(arena, TermsOf(arena, a), TermsOf(arena, b), scale);
  if (terms) {
    if (const auto sum = FromTerms(arena, *terms)) return *sum;
  }
  const Expr scaled = scale == 1 ? b : Multiply(arena, b, scale);
  if (a.is_constant(0)) return scaled;
  return Define(arena, NodeKind::kDefinedSum, a, scaled);
}

Expr MultiplyConstants(ExprArena& arena, int64_t a, int64_t b) {
  if (const auto product = CheckedMul(a, b)) return *product;
  arena.ReportOverflow();
  return Expr();
}

std::optional<Expr> ScaleTerms(ExprArena& arena, Expr e, int64_t scale) {
  const auto scaled = AddScaled(arena, {}, TermsOf(arena, e), scale);
  if (!scaled) return std::nullopt;
  return FromTerms(arena, *scaled);
}

std::optional<Expr> MultiplyTerms(ExprArena& arena, Expr a, Expr b) {
  const TermList terms_a = TermsOf(arena, a);
  const TermList terms_b = TermsOf(arena, b);
  // Distributing further would only be undone by the cap on terms.
  if (terms_a.size() * terms_b.size() > size_t{4} * arena.limits().terms) {
    return std::nullopt;
  }
  TermList total;
  for (const Term& x : terms_a) {
    // Multiplying all terms by one monomial keeps their order.
    TermList row;
    for (const Term& y : terms_b) {
      const auto coefficient = CheckedMul(x.coefficient, y.coefficient);
      const auto monomial = MultiplyMonomials(arena, x.monomial, y.monomial);
      if (!coefficient || !monomial) return std::nullopt;
      row.push_back({*coefficient, *monomial});
    }
    auto sum = AddScaled(arena, total, row, 1);
    if (!sum) return std::nullopt;
    total = *std::move(sum);
  }
  return FromTerms(arena, total);
}

}  // namespace

Expr Add(ExprArena& arena, Expr a, Expr b) { return AddMultiple(arena, a, b, 1); }

Expr Subtract(ExprArena& arena, Expr a, Expr b) {
  if (a == b && !a.is_unknown()) return 0;
  return AddMultiple(arena, a, b, -1);
}

Expr Negate(ExprArena& arena, Expr a) { return Subtract(arena, 0, a); }

Expr Multiply(ExprArena& arena, Expr a, Expr b) {
  if (a.is_constant(0) || b.is_constant(0)) return 0;
  if (a.is_unknown() || b.is_unknown()) return Expr();
  if (a.is_constant(1)) return b;
  if (b.is_constant(1)) return a;
  if (a.is_constant() && b.is_constant()) {
    return MultiplyConstants(arena, a.constant(), b.constant());
  }
  const std::optional<Expr> product = b.is_constant()   ? ScaleTerms(arena, a, b.constant())
                                      : a.is_constant() ? ScaleTerms(arena, b, a.constant())
                                                        : MultiplyTerms(arena, a, b);
  if (product) return *product;
  return Define(arena, NodeKind::kDefinedProduct, a, b);
}

Expr Product(ExprArena& arena, absl::Span<const Expr> factors) {
  Expr product = 1;
  for (const Expr factor : factors) {
    product = Multiply(arena, product, factor);
  }
  return product;
}

}  // namespace shapewright::symbolic
