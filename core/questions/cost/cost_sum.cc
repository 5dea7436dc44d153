#include "core/questions/cost/cost_sum.h"

#include <algorithm>

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/conditional.h"
#include "core/symbolic/algebra/normal_form.h"

namespace shapewright::questions {
namespace {

using symbolic::Expr;
using symbolic::Term;

template <typename Make>
Expr Quietly(symbolic::ExprArena& arena, Make make) {
  const Expr made = make();
  return arena.TakeOverflow() ? Expr() : made;
}

}  // namespace

void ExprSum::Add(const symbolic::ExprArena& arena, Expr e, int64_t times) {
  if (e.is_constant(0)) return;
  for (const Term& term : symbolic::TermsOf(arena, e)) {
    symbolic::Int128& sum = terms_[term.monomial];
    sum += symbolic::Int128{term.coefficient} * times;
    if (sum == 0) terms_.erase(term.monomial);
  }
}

Expr ExprSum::Take(symbolic::ExprArena& arena) const {
  std::vector<Term> terms;
  for (const auto& [monomial, coefficient] : terms_) {
    const auto narrow = symbolic::Narrow(coefficient);
    if (!narrow) return Expr();
    if (*narrow != 0) terms.push_back({*narrow, monomial});
  }
  arena.CountWork(terms.size());
  std::sort(terms.begin(), terms.end(), [&](const Term& a, const Term& b) {
    return symbolic::ComesBefore(arena, a.monomial, b.monomial);
  });
  // Longer sums are put together of parts within the caps.
  const size_t most = std::max<size_t>(arena.limits().terms / 2, 1);
  Expr sum = 0;
  for (size_t first = 0; first < terms.size(); first += most) {
    const auto part = absl::MakeConstSpan(terms).subspan(first, most);
    if (const auto whole = symbolic::FromTerms(arena, part)) {
      sum = Quietly(arena, [&] { return symbolic::Add(arena, sum, *whole); });
      continue;
    }
    for (const Term& term : part) {
      const auto each = symbolic::FromTerms(arena, absl::MakeConstSpan(&term, 1));
      if (!each) return Expr();
      sum = Quietly(arena, [&] { return symbolic::Add(arena, sum, *each); });
    }
  }
  return sum;
}

void CostSum::Add(symbolic::ExprArena& arena, const Cost& cost) {
  for (size_t part = 0; part < kCostParts; ++part) parts_[part].Add(arena, cost.cost[part]);
  rest_.nodes += cost.nodes;
  rest_.uncounted += cost.uncounted;
  rest_.is_upper |= cost.is_upper;
  arena.CountWork(kCostParts + cost.constants.size());
  rest_.constants.insert(cost.constants.begin(), cost.constants.end());
}

Cost CostSum::Take(symbolic::ExprArena& arena) {
  for (size_t part = 0; part < kCostParts; ++part) rest_.cost[part] = parts_[part].Take(arena);
  return std::move(rest_);
}

CostVector MaxOf(symbolic::ExprArena& arena, const CostVector& a, const CostVector& b) {
  CostVector most;
  for (size_t part = 0; part < kCostParts; ++part) {
    most[part] = Quietly(arena, [&] { return symbolic::Max(arena, a[part], b[part]); });
  }
  return most;
}

CostVector Choose(symbolic::ExprArena& arena, Expr condition, const CostVector& a,
                  const CostVector& b) {
  CostVector chosen;
  for (size_t part = 0; part < kCostParts; ++part) {
    chosen[part] = Quietly(arena, [&] { return symbolic::If(arena, condition, a[part], b[part]); });
  }
  return chosen;
}

Expr Scaled(symbolic::ExprArena& arena, Expr factor, Expr part) {
  return Quietly(arena, [&] { return symbolic::Multiply(arena, factor, part); });
}

}  // namespace shapewright::questions
