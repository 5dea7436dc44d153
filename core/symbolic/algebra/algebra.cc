#include "core/symbolic/algebra/algebra.h"

#include <utility>

#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/algebra/halves.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::symbolic {
namespace {

// Addition and multiplication of normal forms.

// The operands are put in one order, the constant last, so that equal sums and products are one
// symbol.
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
  // The result would exceed the cap on terms.
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

std::optional<Expr> FromTerms(ExprArena& arena, absl::Span<const Term> terms) {
  if (terms.empty()) return Expr(0);
  if (terms.size() == 1) {
    if (terms[0].monomial == kUnitMonomial) return Expr(terms[0].coefficient);
    if (terms[0].coefficient == 1) return Expr::FromNode(terms[0].monomial);
  }
  const auto quotient = [&arena](Expr dividend, int64_t shift, int64_t divisor) {
    return FloorDiv(arena, Add(arena, dividend, shift), divisor);
  };
  if (const auto combined = CombineHalves(arena, terms, quotient)) {
    return FromTerms(arena, *combined);
  }
  if (arena.IsSumOverCaps(terms)) return std::nullopt;
  return arena.InternSum(terms);
}

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

namespace {

// The divisions of S11 on normal forms.

constexpr int kMaxDivisionSteps = 64;

// quotient * divisor + remainder, as terms.
struct Split {
  TermList quotient;
  TermList remainder;
};

std::optional<Term> DivideTerm(ExprArena& arena, const Term& a, const Term& b) {
  if (FloorMod(a.coefficient, b.coefficient) != 0) return std::nullopt;
  const auto coefficient = CheckedTruncDiv(a.coefficient, b.coefficient);
  const auto monomial = DivideMonomials(arena, a.monomial, b.monomial);
  if (!coefficient || !monomial) return std::nullopt;
  return Term{*coefficient, *monomial};
}

// Splits the terms into those that `divisor` divides, and the others.
Split SplitByTerm(ExprArena& arena, absl::Span<const Term> terms, const Term& divisor) {
  Split split;
  for (const Term& term : terms) {
    if (const auto part = DivideTerm(arena, term, divisor)) {
      split.quotient.push_back(*part);
    } else {
      split.remainder.push_back(term);
    }
  }
  return split;
}

// Long division by leading terms; nothing unless the remainder vanishes.
std::optional<TermList> DivideTermsExactly(ExprArena& arena, TermList rest,
                                           absl::Span<const Term> divisor) {
  TermList quotient;
  for (int step = 0; !rest.empty(); ++step) {
    if (step == kMaxDivisionSteps) return std::nullopt;
    const auto part = DivideTerm(arena, rest[0], divisor[0]);
    if (!part) return std::nullopt;
    TermList product;
    for (const Term& term : divisor) {
      const auto coefficient = CheckedMul(term.coefficient, part->coefficient);
      const auto monomial = MultiplyMonomials(arena, term.monomial, part->monomial);
      if (!coefficient || !monomial) return std::nullopt;
      product.push_back({*coefficient, *monomial});
    }
    auto next = AddScaled(arena, rest, product, -1);
    if (!next || next->size() >= rest.size() + divisor.size()) {
      return std::nullopt;
    }
    rest = *std::move(next);
    quotient.push_back(*part);
  }
  return quotient;
}

// The constant that the intervals leave as the only value of floordiv or ceildiv(a, b).
template <typename Divide>
std::optional<int64_t> ConstantByBounds(const ExprArena& arena, Expr a, Expr b, Divide divide) {
  const Interval quotient = divide(arena.Bounds(a), arena.Bounds(b));
  if (quotient.is_point()) return quotient.min;
  return std::nullopt;
}

// gcd of all coefficients but the constant's.
int64_t Content(absl::Span<const Term> terms) {
  int64_t content = 0;
  for (const Term& term : terms) {
    if (term.monomial == kUnitMonomial) continue;
    content = CommonFactor(content, term.coefficient);
  }
  return content;
}

// Splits each coefficient into a multiple of `divisor` and a remainder of the coefficient's sign;
// the constant's remainder is >= 0.
Split SplitByConstant(absl::Span<const Term> terms, int64_t divisor) {
  Split split;
  for (const Term& term : terms) {
    const bool is_constant = term.monomial == kUnitMonomial;
    const int64_t part =
        is_constant ? FloorDivide(term.coefficient, divisor) : term.coefficient / divisor;
    const int64_t rest =
        is_constant ? FloorMod(term.coefficient, divisor) : term.coefficient % divisor;
    if (part != 0) split.quotient.push_back({part, term.monomial});
    if (rest != 0) split.remainder.push_back({rest, term.monomial});
  }
  return split;
}

Expr FloorDivByPositive(ExprArena& arena, Expr a, int64_t divisor);

// (x // d + k) // c = (x + d*k) // (d*c) for c > 0, and likewise for ceildiv: dividend x, divisor d
// and shift k. AsShiftedQuotient() gives nothing for other forms.
struct ShiftedQuotient {
  Expr dividend;
  Expr divisor;
  int64_t shift = 0;
};

std::optional<ShiftedQuotient> AsShiftedQuotient(const ExprArena& arena, NodeKind kind,
                                                 absl::Span<const Term> terms) {
  const int64_t shift = ConstantTerm(terms);
  if (terms.size() != (shift == 0 ? 1u : 2u)) return std::nullopt;
  const ExprNode& first = arena.node(terms[0].monomial);
  if (first.kind != kind || first.defined || terms[0].coefficient != 1) {
    return std::nullopt;
  }
  return ShiftedQuotient{first.operands[0], first.operands[1], shift};
}

// A quotient of a quotient as one quotient; nothing where `terms` is none, or where a constant
// would leave 64 bits.
std::optional<Expr> MergeQuotients(ExprArena& arena, NodeKind kind, absl::Span<const Term> terms,
                                   Expr outer) {
  const auto inner = AsShiftedQuotient(arena, kind, terms);
  if (!inner) return std::nullopt;
  if (inner->divisor.is_constant()) {
    const int64_t divisor = inner->divisor.constant();
    if (!CheckedMul(divisor, inner->shift)) return std::nullopt;
    if (outer.is_constant() && !CheckedMul(divisor, outer.constant())) {
      return std::nullopt;
    }
  }
  const Expr dividend = Add(arena, inner->dividend, Multiply(arena, inner->divisor, inner->shift));
  const Expr divisor = Multiply(arena, inner->divisor, outer);
  return kind == NodeKind::kFloorDiv ? FloorDiv(arena, dividend, divisor)
                                     : CeilDiv(arena, dividend, divisor);
}

// floordiv of terms after SplitByConstant() has taken out the whole multiples; nothing where the
// result would exceed the caps.
std::optional<Expr> FloorDivReduced(ExprArena& arena, const TermList& terms, int64_t divisor) {
  const int64_t common = CommonFactor(Content(terms), divisor);
  if (common > 1) {
    // floor((g*x + k) / (g*c)) = floor((x + floor(k/g)) / c)
    TermList smaller;
    for (const Term& term : terms) {
      const int64_t part = FloorDivide(term.coefficient, common);
      if (part != 0) smaller.push_back({part, term.monomial});
    }
    const auto reduced = FromTerms(arena, smaller);
    if (!reduced) return std::nullopt;
    return FloorDivByPositive(arena, *reduced, divisor / common);
  }
  const auto dividend = FromTerms(arena, terms);
  if (!dividend || dividend->is_unknown()) return dividend;
  const Interval bounds = FloorDiv(arena.Bounds(*dividend), Interval::Point(divisor));
  if (bounds.is_point()) return bounds.min;
  if (const auto merged = MergeQuotients(arena, NodeKind::kFloorDiv, terms, divisor)) {
    return merged;
  }
  return arena.InternOperation(NodeKind::kFloorDiv, {*dividend, divisor});
}

Expr FloorDivByPositive(ExprArena& arena, Expr a, int64_t divisor) {
  if (divisor == 1 || a.is_unknown()) return a;
  if (a.is_constant()) return FloorDivide(a.constant(), divisor);
  const Split split = SplitByConstant(TermsOf(arena, a), divisor);
  const auto whole = FromTerms(arena, split.quotient);
  if (!whole) return arena.InternOperation(NodeKind::kFloorDiv, {a, divisor});
  if (split.remainder.empty() || split.remainder[0].monomial == kUnitMonomial) {
    return *whole;
  }
  if (split.remainder[0].coefficient > 0) {
    const auto part = FloorDivReduced(arena, split.remainder, divisor);
    if (part) return Add(arena, *whole, *part);
    return arena.InternOperation(NodeKind::kFloorDiv, {a, divisor});
  }
  // floordiv(-x, c) = -floordiv(x + c - 1, c): a leading coefficient is
  // positive in normal form.
  const auto flipped = FromTerms(arena, split.remainder);
  if (!flipped) return arena.InternOperation(NodeKind::kFloorDiv, {a, divisor});
  const Expr rounded_up =
      FloorDivByPositive(arena, Add(arena, Negate(arena, *flipped), divisor - 1), divisor);
  return Subtract(arena, *whole, rounded_up);
}

// floordiv and ceildiv by an expression. Terms that the divisor divides are taken out of the
// quotient.
Expr DivideBySymbol(ExprArena& arena, NodeKind kind, Expr a, Expr b) {
  if (const auto exact = DivideExactly(arena, a, b)) return *exact;
  const TermList divisor = TermsOf(arena, b);
  if (divisor.size() == 1) {
    const Split split = SplitByTerm(arena, TermsOf(arena, a), divisor[0]);
    const auto whole = FromTerms(arena, split.quotient);
    const auto rest = FromTerms(arena, split.remainder);
    if (!split.quotient.empty() && whole && rest) {
      return Add(arena, *whole, DivideBySymbol(arena, kind, *rest, b));
    }
  }
  if (arena.Bounds(b).min >= 1) {
    const auto merged = MergeQuotients(arena, kind, TermsOf(arena, a), b);
    if (merged) return *merged;
  }
  const auto value = ConstantByBounds(arena, a, b, [kind](Interval x, Interval y) {
    return kind == NodeKind::kFloorDiv ? FloorDiv(x, y) : CeilDiv(x, y);
  });
  if (value && !arena.Bounds(b).Contains(0)) return *value;
  // 0 <= a < b, where the intervals alone do not show it.
  if (kind == NodeKind::kFloorDiv && IsAtMost(arena, 0, a) && IsLess(arena, a, b)) {
    return 0;
  }
  return arena.InternOperation(kind, {a, b});
}

// The result that all divisions share: for unknown operands, the divisor 0 and constants. Nothing
// for others.
template <typename Divide>
std::optional<Expr> DivideSpecial(ExprArena& arena, Expr a, Expr b, Divide divide) {
  if (b.is_constant(0)) arena.ReportDivisionByZero();
  if (a.is_unknown() || b.is_unknown() || b.is_constant(0)) return Expr();
  if (!a.is_constant() || !b.is_constant()) return std::nullopt;
  const std::optional<int64_t> quotient = divide(a.constant(), b.constant());
  if (quotient) return Expr(*quotient);
  arena.ReportOverflow();
  return Expr();
}

}  // namespace

Expr FloorDiv(ExprArena& arena, Expr a, Expr b) {
  if (const auto value = DivideSpecial(arena, a, b, CheckedFloorDiv)) {
    return *value;
  }
  if (!b.is_constant()) {
    return DivideBySymbol(arena, NodeKind::kFloorDiv, a, b);
  }
  if (b.constant() > 0) return FloorDivByPositive(arena, a, b.constant());
  if (b.constant() == Interval::kMinusInfinity) {
    return arena.InternOperation(NodeKind::kFloorDiv, {a, b});
  }
  return FloorDivByPositive(arena, Negate(arena, a), -b.constant());
}

Expr CeilDiv(ExprArena& arena, Expr a, Expr b) {
  if (const auto value = DivideSpecial(arena, a, b, CheckedCeilDiv)) {
    return *value;
  }
  if (!b.is_constant()) {
    return DivideBySymbol(arena, NodeKind::kCeilDiv, a, b);
  }
  return Negate(arena, FloorDiv(arena, Negate(arena, a), b));
}

Expr TruncDiv(ExprArena& arena, Expr a, Expr b) {
  if (const auto value = DivideSpecial(arena, a, b, CheckedTruncDiv)) {
    return *value;
  }
  if (const auto exact = DivideExactly(arena, a, b)) return *exact;
  const Interval dividend = arena.Bounds(a);
  const Interval divisor = arena.Bounds(b);
  if (divisor.min >= 0 && dividend.min >= 0) return FloorDiv(arena, a, b);
  if (divisor.min >= 0 && dividend.max <= 0) {
    return Negate(arena, FloorDiv(arena, Negate(arena, a), b));
  }
  if (divisor.max < 0 && !b.is_constant(Interval::kMinusInfinity)) {
    const Expr positive = Negate(arena, b);
    // May fail where the intervals contradict each other.
    if (arena.Bounds(positive).min >= 0) {
      return Negate(arena, TruncDiv(arena, a, positive));
    }
  }
  return arena.InternOperation(NodeKind::kTruncDiv, {a, b});
}

Expr Mod(ExprArena& arena, Expr a, Expr b) {
  if (const auto value = DivideSpecial(arena, a, b, CheckedMod)) return *value;
  if (b.is_constant()) {
    // Expanded, so that H + mod(-H, 7) shows that 7 divides it.
    return Subtract(arena, a, Multiply(arena, b, FloorDiv(arena, a, b)));
  }
  if (DivideExactly(arena, a, b)) return 0;
  if (IsAtMost(arena, 0, a) && IsLess(arena, a, b)) return a;
  return arena.InternOperation(NodeKind::kMod, {a, b});
}

std::optional<Expr> DivideExactly(ExprArena& arena, Expr a, Expr b) {
  if (a.is_unknown() || b.is_unknown() || b.is_constant(0)) {
    return std::nullopt;
  }
  if (a.is_constant(0)) return Expr(0);
  if (a == b) return Expr(1);
  if (a.is_constant() && !b.is_constant()) return std::nullopt;
  const TermList divisor = TermsOf(arena, b);
  const auto quotient = DivideTermsExactly(arena, TermsOf(arena, a), divisor);
  if (!quotient) return std::nullopt;
  return FromTerms(arena, *quotient);
}

bool IsDivisible(ExprArena& arena, Expr a, Expr b) {
  if (arena.Bounds(b).Contains(0)) return false;
  return DivideExactly(arena, a, b).has_value();
}

}  // namespace shapewright::symbolic
