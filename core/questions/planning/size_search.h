#ifndef SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_SIZE_SEARCH_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_SIZE_SEARCH_H_

#include <cstdint>
#include <optional>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "core/base/work.h"
#include "core/symbolic/interval.h"

namespace shapewright::questions {

// The values that a search goes through, and its questions about them.
struct SearchedValues {
  // Both ends are finite.
  symbolic::Interval range;
  // The nearest value that is not less, or not greater, among those that a symbol may have.
  absl::FunctionRef<std::optional<int64_t>(int64_t value, bool is_upwards)> nearest;
  // Whether certainly no value of a part of the range is what is looked for.
  absl::FunctionRef<bool(symbolic::Interval part)> is_dismissed;
  // Whether one value is.
  absl::FunctionRef<absl::StatusOr<bool>(int64_t value)> is_wanted;
};

struct SearchResult {
  std::optional<int64_t> found;
  // Whether the search came to its end; else the values from `reached` on, in the direction of the
  // search, are those that it left.
  bool is_finished = true;
  int64_t reached = 0;
};

// Finds the least, or greatest, value that is wanted: halves the range as long as a part of it is
// not dismissed. Takes steps from `steps_left`, one for each part and value that it looks at, and
// ends without them, or once the work is stopped. Fails as `is_wanted` does.
absl::StatusOr<SearchResult> SearchSizes(const SearchedValues& values, bool is_upwards,
                                         int64_t* steps_left, Work& work);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_SIZE_SEARCH_H_
