#include "core/query/read_interval.h"

#include "absl/strings/str_cat.h"
#include "core/query/case_error.h"

namespace shapewright::query {

using symbolic::Interval;

absl::StatusOr<Interval> ReadInterval(const v1::Interval& message) {
  Interval interval;
  if (message.has_min()) interval.min = message.min();
  if (message.has_max()) interval.max = message.max();
  if (interval.min == Interval::kInfinity) {
    return CaseError("min", "INT64_MAX is never a size");
  }
  if (interval.is_empty()) {
    return CaseError("max", absl::StrCat("the range from ", interval.min, " to ", interval.max,
                                         " holds nothing"));
  }
  return interval;
}

}  // namespace shapewright::query
