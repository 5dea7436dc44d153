#include "core/symbolic/algebra/normal_form.h"

#include <algorithm>

#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::symbolic {

absl::Span<const NodeId> AtomsOf(const ExprArena& arena, const NodeId& monomial) {
  if (monomial == kUnitMonomial) return {};
  const ExprNode& node = arena.node(monomial);
  if (node.kind == NodeKind::kProduct) return node.factors;
  return absl::MakeConstSpan(&monomial, 1);
}

bool ComesBefore(const ExprArena& arena, NodeId a, NodeId b) {
  if (a == b) return false;
  const auto atoms_a = AtomsOf(arena, a);
  const auto atoms_b = AtomsOf(arena, b);
  if (atoms_a.size() != atoms_b.size()) return atoms_a.size() > atoms_b.size();
  return std::lexicographical_compare(atoms_a.begin(), atoms_a.end(), atoms_b.begin(),
                                      atoms_b.end());
}

TermList TermsOf(const ExprArena& arena, Expr e) {
  if (e.is_constant()) {
    if (e.constant() == 0) return {};
    return {{e.constant(), kUnitMonomial}};
  }
  const ExprNode& node = arena.node(e.node());
  if (node.kind != NodeKind::kSum) return {{1, e.node()}};
  return {node.terms.begin(), node.terms.end()};
}

std::optional<TermList> AddScaled(const ExprArena& arena, absl::Span<const Term> a,
                                  absl::Span<const Term> b, int64_t scale) {
  TermList result;
  if (!arena.CountWork(1 + a.size() + b.size())) return std::nullopt;
  result.reserve(a.size() + b.size());
  size_t i = 0;
  size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (j == b.size() || (i < a.size() && ComesBefore(arena, a[i].monomial, b[j].monomial))) {
      result.push_back(a[i++]);
      continue;
    }
    Int128 coefficient = static_cast<Int128>(b[j].coefficient) * scale;
    const NodeId monomial = b[j].monomial;
    if (i < a.size() && a[i].monomial == monomial) {
      coefficient += a[i++].coefficient;
    }
    ++j;
    const auto narrow = Narrow(coefficient);
    if (!narrow) return std::nullopt;
    if (*narrow != 0) result.push_back({*narrow, monomial});
  }
  return result;
}

std::optional<NodeId> MultiplyMonomials(ExprArena& arena, NodeId a, NodeId b) {
  if (a == kUnitMonomial) return b;
  if (b == kUnitMonomial) return a;
  const auto atoms_a = AtomsOf(arena, a);
  const auto atoms_b = AtomsOf(arena, b);
  absl::InlinedVector<NodeId, 8> factors(atoms_a.size() + atoms_b.size());
  std::merge(atoms_a.begin(), atoms_a.end(), atoms_b.begin(), atoms_b.end(), factors.begin());
  if (arena.IsProductOverCaps(factors)) return std::nullopt;
  const NodeId product = arena.InternProduct(factors);
  if (product == kUnitMonomial) return std::nullopt;
  return product;
}

std::optional<NodeId> DivideMonomials(ExprArena& arena, NodeId a, NodeId b) {
  if (b == kUnitMonomial) return a;
  const auto atoms_a = AtomsOf(arena, a);
  const auto atoms_b = AtomsOf(arena, b);
  if (!std::includes(atoms_a.begin(), atoms_a.end(), atoms_b.begin(), atoms_b.end())) {
    return std::nullopt;
  }
  absl::InlinedVector<NodeId, 8> rest;
  std::set_difference(atoms_a.begin(), atoms_a.end(), atoms_b.begin(), atoms_b.end(),
                      std::back_inserter(rest));
  if (rest.empty()) return kUnitMonomial;
  if (rest.size() == 1) return rest[0];
  const NodeId product = arena.InternProduct(rest);
  if (product == kUnitMonomial) return std::nullopt;
  return product;
}

}  // namespace shapewright::symbolic
