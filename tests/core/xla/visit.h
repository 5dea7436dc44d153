#ifndef SHAPEWRIGHT_TESTS_CORE_XLA_VISIT_H_
#define SHAPEWRIGHT_TESTS_CORE_XLA_VISIT_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace shapewright::layout {

// A part of the elements: of each dim `count` indices from `base` on, of which every `step`-th is
// taken. All lists are by dim number.
struct IndexRange {
  // The first index. Empty: 0 of all dims.
  std::vector<int64_t> base;
  // How many indices it reaches over; 0: `base` alone. Empty: up to the end.
  std::vector<int64_t> count;
  // From one index to the next, 1 or greater; 0 only where `count` is 0 or 1. Empty: 1 of all dims.
  std::vector<int64_t> step;
};

// The indices of a part of the elements, in the order of memory: the most minor dim runs fastest.
// None for an empty tensor. INVALID_ARGUMENT for a part that is none, or of more than `limit`.
absl::StatusOr<std::vector<std::vector<int64_t>>> VisitIndices(
    absl::Span<const int64_t> sizes, absl::Span<const int64_t> minor_to_major,
    const IndexRange& range, int64_t limit);

}  // namespace shapewright::layout

#endif  // SHAPEWRIGHT_TESTS_CORE_XLA_VISIT_H_
