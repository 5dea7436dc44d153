#include "core/symbolic/algebra/halves.h"

#include <cstddef>

#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::symbolic {
namespace {

// Longer sums stay as they are.
constexpr size_t kMaxHalvedTerms = 16;

// a - b where that is a constant.
std::optional<int64_t> ConstantDifference(const ExprArena& arena, Expr a, Expr b) {
  const auto terms = DifferenceTerms(arena, a, b);
  if (!terms || terms->size() > 1) return std::nullopt;
  if (terms->empty()) return 0;
  if (terms->front().monomial != kUnitMonomial) return std::nullopt;
  return terms->front().coefficient;
}

// A half of q = floordiv(x, d): floordiv(x, 2*d), or floordiv(x + d, 2*d), which
// is rounded up.
struct Half {
  size_t index = 0;  // among the terms
  Expr dividend;
  int64_t whole_divisor = 0;  // d
  bool is_rounded_up = false;
};

std::optional<Half> AsHalf(const ExprArena& arena, absl::Span<const Term> terms, size_t index) {
  const auto quotient = AsConstantQuotient(arena.node(terms[index].monomial));
  if (!quotient || quotient->divisor % 2 != 0) return std::nullopt;
  const int64_t d = quotient->divisor / 2;
  const int64_t constant = ConstantTerm(TermsOf(arena, quotient->dividend));
  return Half{index, quotient->dividend, d, FloorMod(constant, quotient->divisor) >= d};
}

// The terms without two of them, plus `scale` times `e`.
std::optional<TermList> Replace(const ExprArena& arena, absl::Span<const Term> terms, size_t i,
                                size_t j, Expr e, int64_t scale) {
  if (e.is_unknown()) return std::nullopt;
  TermList rest;
  for (size_t k = 0; k < terms.size(); ++k) {
    if (k != i && k != j) rest.push_back(terms[k]);
  }
  return AddScaled(arena, rest, TermsOf(arena, e), scale);
}

Expr OtherHalf(const Half& half, MakeQuotient quotient) {
  const int64_t d = half.whole_divisor;
  return quotient(half.dividend, half.is_rounded_up ? -d : d, 2 * d);
}

// The half and the term at `j` combined: two halves into the whole, or the whole without the half
// into the other half.
std::optional<TermList> CombineWithTerm(const ExprArena& arena, absl::Span<const Term> terms,
                                        const Half& half, size_t j, MakeQuotient quotient) {
  const auto other = AsConstantQuotient(arena.node(terms[j].monomial));
  if (!other) return std::nullopt;
  const int64_t scale = terms[j].coefficient;
  const int64_t d = half.whole_divisor;
  const auto difference = ConstantDifference(arena, half.dividend, other->dividend);
  if (difference != (half.is_rounded_up ? d : 0)) return std::nullopt;
  if (other->divisor == d && terms[half.index].coefficient == -scale) {
    return Replace(arena, terms, half.index, j, OtherHalf(half, quotient), scale);
  }
  if (half.is_rounded_up && other->divisor == 2 * d && terms[half.index].coefficient == scale) {
    return Replace(arena, terms, half.index, j, quotient(other->dividend, 0, d), scale);
  }
  return std::nullopt;
}

// The same where the whole is not one term but a sum x, all of whose terms are there.
std::optional<TermList> CombineWithSum(const ExprArena& arena, absl::Span<const Term> terms,
                                       const Half& half, MakeQuotient quotient) {
  const int64_t scale = terms[half.index].coefficient;
  const Expr x = quotient(half.dividend, half.is_rounded_up ? -1 : 0, 1);
  if (x.is_unknown()) return std::nullopt;
  const TermList whole = TermsOf(arena, x);
  const auto rest = AddScaled(arena, terms, whole, scale);
  if (!rest || rest->size() + whole.size() != terms.size()) return std::nullopt;
  for (size_t i = 0; i < rest->size(); ++i) {
    if ((*rest)[i].monomial != terms[half.index].monomial) continue;
    const auto negated = CheckedMul(scale, -1);
    if (!negated) return std::nullopt;
    return Replace(arena, *rest, i, i, OtherHalf(half, quotient), *negated);
  }
  return std::nullopt;
}

}  // namespace

std::optional<TermList> CombineHalves(const ExprArena& arena, absl::Span<const Term> terms,
                                      MakeQuotient quotient) {
  if (terms.size() < 2 || terms.size() > kMaxHalvedTerms) return std::nullopt;
  for (size_t i = 0; i < terms.size(); ++i) {
    const auto half = AsHalf(arena, terms, i);
    if (!half) continue;
    for (size_t j = 0; j < terms.size(); ++j) {
      if (i == j) continue;
      if (auto combined = CombineWithTerm(arena, terms, *half, j, quotient)) return combined;
    }
    if (half->whole_divisor != 1) continue;
    if (auto combined = CombineWithSum(arena, terms, *half, quotient)) return combined;
  }
  return std::nullopt;
}

}  // namespace shapewright::symbolic
