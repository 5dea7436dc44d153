#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_ROWS_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_ROWS_H_

#include <vector>

#include "absl/types/span.h"
#include "core/base/hash_map.h"
#include "core/symbolic/bounds.h"
#include "core/symbolic/expr_node.h"
#include "core/symbolic/interval.h"

namespace shapewright::symbolic {

// Sums that are at least 0 throughout, as promised by whoever asks (S37): p + s <= 4096 is
// 4096 - p - s. What they say of other sums is found by linear programming over the rationals, with
// the monomials as variables: complete for linear reasoning, and for nothing else (S27).
class LinearRows {
 public:
  bool empty() const { return rows_.empty(); }
  void Clear();
  void Add(absl::Span<const Term> terms);

  // The interval that the rows leave of a sum; all numbers where they say nothing. `look_up` gives
  // intervals of monomials. Asks `nodes` for the operations: at most 256 steps for each end.
  Interval BoundsOf(const ExprNodes& nodes, absl::Span<const Term> terms,
                    LookUpBounds look_up) const;

 private:
  // The rows that share a monomial with the sum, or with another such row; by place.
  std::vector<size_t> RowsAbout(absl::Span<const Term> terms) const;

  std::vector<std::vector<Term>> rows_;
  HashMap<NodeId, std::vector<size_t>> by_monomial_;
};

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_ROWS_H_
