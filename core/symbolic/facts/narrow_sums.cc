#include "core/symbolic/facts/narrow_sums.h"

#include <cstddef>
#include <limits>
#include <utility>

#include "core/base/hash_map.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::symbolic {
namespace {

// Longer sums are left as they are, and so are inequalities beyond these for one sum.
constexpr size_t kMaxTerms = 12;
constexpr int kMaxTried = 32;

size_t CountSymbolic(absl::Span<const Term> terms) {
  return terms.size() - (ConstantTerm(terms) != 0 ? 1 : 0);
}

class SumNarrower {
 public:
  SumNarrower(ExprArena& arena, const std::vector<Fact>& facts) : arena_(arena) {
    for (const Fact& fact : facts) {
      if (fact.relation != Relation::kAtMost || fact.scope != kRootScope) continue;
      if (fact.told_basis() == Basis::kAssumed) continue;
      if (!arena.CountWork(1)) return;
      auto difference = DifferenceTerms(arena, fact.right, fact.left);
      if (!difference || difference->size() > kMaxTerms) continue;
      if (CountSymbolic(*difference) < 2) continue;
      by_monomial_[difference->front().monomial].push_back(differences_.size());
      differences_.push_back(*std::move(difference));
    }
  }

  void Run() {
    const size_t count = differences_.empty() ? 0 : arena_.node_count();
    for (NodeId id = 1; id < count && arena_.CountWork(1); ++id) {
      const ExprNode& node = arena_.node(id);
      if (node.kind != NodeKind::kSum || node.defined || node.terms.size() > kMaxTerms) continue;
      if (CountSymbolic(node.terms) >= 2) NarrowSum(id, node.terms);
    }
  }

 private:
  void NarrowSum(NodeId id, absl::Span<const Term> sum) {
    const Interval before = arena_.Bounds(Expr::FromNode(id));
    Interval bounds = before;
    int tried = 0;
    for (const Term& term : sum) {
      const auto found = by_monomial_.find(term.monomial);
      if (found == by_monomial_.end()) continue;
      for (const size_t place : found->second) {
        if (++tried > kMaxTried || !arena_.CountWork(sum.size())) break;
        bounds = Intersect(bounds, BoundsBy(sum, term.coefficient, differences_[place]));
      }
    }
    if (bounds != before) arena_.NarrowNode(id, bounds);
  }

  // The sum is q * difference + rest, and the difference is at least 0.
  Interval BoundsBy(absl::Span<const Term> sum, int64_t coefficient,
                    absl::Span<const Term> difference) const {
    const int64_t divisor = difference.front().coefficient;
    constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
    if (coefficient == kLeast || coefficient % divisor != 0) return Interval::All();
    const int64_t quotient = coefficient / divisor;
    const auto rest = AddScaled(arena_, sum, difference, -quotient);
    if (!rest) return Interval::All();
    const Interval bounds = arena_.TermBounds(*rest);
    return quotient > 0 ? Interval{bounds.min, Interval::kInfinity}
                        : Interval{Interval::kMinusInfinity, bounds.max};
  }

  ExprArena& arena_;
  std::vector<TermList> differences_;
  // The differences that begin with a monomial.
  HashMap<NodeId, std::vector<size_t>> by_monomial_;
};

// Of an exact quotient of these sizes.
Interval ExactQuotient(Interval dividend, Interval divisor) {
  Interval bounds = Interval::All();
  if (dividend.min < 0 || divisor.min < 1) return bounds;
  bounds.min = divisor.has_max() ? CeilDivide(dividend.min, divisor.max) : dividend.min > 0 ? 1 : 0;
  if (dividend.has_max()) bounds.max = dividend.max / divisor.min;
  return bounds;
}

void NarrowQuotients(ExprArena& arena, const std::vector<Fact>& facts) {
  for (const Fact& fact : facts) {
    if (fact.relation != Relation::kDivisible || fact.scope != kRootScope) continue;
    if (fact.told_basis() == Basis::kAssumed) continue;
    if (!arena.CountWork(1)) return;
    const Expr quotient = FloorDiv(arena, fact.left, fact.right);
    if (!quotient.is_symbolic()) continue;
    const Interval before = arena.Bounds(quotient);
    const Interval bounds =
        Intersect(before, ExactQuotient(arena.Bounds(fact.left), arena.Bounds(fact.right)));
    if (bounds != before && !bounds.is_empty()) arena.NarrowNode(quotient.node(), bounds);
  }
}

}  // namespace

void NarrowSums(ExprArena& arena, const std::vector<Fact>& facts) {
  SumNarrower(arena, facts).Run();
  NarrowQuotients(arena, facts);
}

}  // namespace shapewright::symbolic
