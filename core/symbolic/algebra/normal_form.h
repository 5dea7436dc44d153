#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_NORMAL_FORM_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_NORMAL_FORM_H_

#include <optional>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::symbolic {

// The working form of a sum while algebra puts it together: terms ordered by
// falling degree, then by the atoms' ids (a monomial order, which exact division
// relies on), the constant last, no coefficient 0.
using TermList = absl::InlinedVector<Term, 8>;

inline constexpr NodeId kUnitMonomial = 0;

// The sorted atoms of a monomial: none for the unit, itself for an atom.
absl::Span<const NodeId> AtomsOf(const ExprArena& arena, const NodeId& monomial);
// True if monomial a stands before b.
bool ComesBefore(const ExprArena& arena, NodeId a, NodeId b);

// The terms of a known expression; a constant 0 has none.
TermList TermsOf(const ExprArena& arena, Expr e);
// a + scale * b; nothing where a coefficient would leave 64 bits (S15).
std::optional<TermList> AddScaled(const ExprArena& arena, absl::Span<const Term> a,
                                  absl::Span<const Term> b, int64_t scale);
// a - b, both known; nothing as above.
inline std::optional<TermList> DifferenceTerms(const ExprArena& arena, Expr a, Expr b) {
  return AddScaled(arena, TermsOf(arena, a), TermsOf(arena, b), -1);
}
// The product of two monomials; nothing where it would be over the caps.
std::optional<NodeId> MultiplyMonomials(ExprArena& arena, NodeId a, NodeId b);
// a / b where b's atoms are among a's.
std::optional<NodeId> DivideMonomials(ExprArena& arena, NodeId a, NodeId b);

// The constant term, or 0.
inline int64_t ConstantTerm(absl::Span<const Term> terms) {
  return !terms.empty() && terms.back().monomial == kUnitMonomial ? terms.back().coefficient : 0;
}

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_NORMAL_FORM_H_
