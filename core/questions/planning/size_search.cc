#include "core/questions/planning/size_search.h"

#include <vector>

namespace shapewright::questions {

using symbolic::Interval;

absl::StatusOr<SearchResult> SearchSizes(const SearchedValues& values, bool is_upwards,
                                         int64_t* steps_left, Work& work) {
  std::vector<Interval> open = {values.range};
  while (!open.empty()) {
    Interval part = open.back();
    const SearchResult unfinished = {std::nullopt, false, is_upwards ? part.min : part.max};
    if (--*steps_left < 0 || work.is_stopped()) return unfinished;
    open.pop_back();
    if (part.is_empty()) continue;
    const std::optional<int64_t> least = values.nearest(part.min, true);
    const std::optional<int64_t> greatest = values.nearest(part.max, false);
    if (!least || !greatest || *least > *greatest) continue;
    part = {*least, *greatest};
    if (values.is_dismissed(part)) continue;
    if (part.min == part.max) {
      const absl::StatusOr<bool> is_wanted = values.is_wanted(part.min);
      if (work.is_stopped()) return unfinished;
      if (!is_wanted.ok()) return is_wanted.status();
      if (*is_wanted) return SearchResult{part.min};
      continue;
    }
    // Without overflow, as a range may hold most numbers.
    const auto width = static_cast<uint64_t>(part.max) - static_cast<uint64_t>(part.min);
    const auto middle = static_cast<int64_t>(static_cast<uint64_t>(part.min) + width / 2);
    const Interval lower = {part.min, middle};
    const Interval upper = {middle + 1, part.max};
    open.push_back(is_upwards ? upper : lower);
    open.push_back(is_upwards ? lower : upper);
  }
  return SearchResult{};
}

}  // namespace shapewright::questions
