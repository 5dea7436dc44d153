#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_LINEAR_ROWS_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_LINEAR_ROWS_H_

#include <cstddef>
#include <cstdint>
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
  bool empty() const { return seen_.empty(); }
  void Clear();
  // Asks `nodes` for the operations.
  void Add(const ExprNodes& nodes, absl::Span<const Term> terms);

  // The interval that the rows leave of a sum; all numbers where they say nothing. `look_up` gives
  // intervals of monomials. Asks `nodes` for the operations before it makes them: at most 256 steps
  // for each end.
  Interval BoundsOf(const ExprNodes& nodes, absl::Span<const Term> terms,
                    LookUpBounds look_up) const;

 private:
  // What a sum has to do with.
  struct Neighbourhood {
    // The rows that share a monomial with the sum, or with another such row; by place.
    std::vector<size_t> rows;
    // Those of the sum and of the rows, by rising node.
    std::vector<NodeId> monomials;
  };
  // False where that is too much for an answer, or for the work that is left.
  bool FindNeighbourhood(const ExprNodes& nodes, absl::Span<const Term> terms,
                         Neighbourhood& found) const;
  absl::Span<const Term> RowAt(size_t place) const {
    return absl::MakeConstSpan(terms_).subspan(begins_[place], begins_[place + 1] - begins_[place]);
  }

  // The terms of all rows, one row after the other, and where each begins, and the last one ends.
  std::vector<Term> terms_;
  std::vector<size_t> begins_;
  HashMap<NodeId, std::vector<size_t>> by_monomial_;
  // By row: the last question that found it.
  mutable std::vector<uint32_t> seen_;
  mutable uint32_t question_ = 0;
};

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_LINEAR_ROWS_H_
