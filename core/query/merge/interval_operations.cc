#include "core/query/merge/interval_operations.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/base/checked_math.h"
#include "core/query/case_error.h"

namespace shapewright::query {
namespace {

using symbolic::Interval;

// How many numbers; INT64_MAX for no end.
int64_t SizeOf(Interval range) {
  if (range.is_empty()) return 0;
  if (!range.has_min() || !range.has_max()) return Interval::kInfinity;
  const auto size = symbolic::Narrow(static_cast<symbolic::Int128>(range.max) - range.min + 1);
  return size.value_or(Interval::kInfinity);
}

bool AreSame(Interval a, Interval b) { return (a.is_empty() && b.is_empty()) || a == b; }

}  // namespace

absl::StatusOr<MergeOutcome> RunOnIntervals(const v1::MergeCase& message,
                                            absl::Span<const Interval> ranges) {
  using v1Case = v1::MergeCase;
  Interval all = ranges[0];
  for (const Interval& range : ranges) all = Intersect(all, range);
  const Interval first = ranges[0];
  const Interval second = ranges.size() > 1 ? ranges[1] : first;
  switch (message.operation()) {
    case v1Case::OPERATION_INTERVAL_CONTAINS:
      return !first.is_empty() && first.Contains(message.number());
    case v1Case::OPERATION_INTERVAL_SIZE:
      return Count{SizeOf(first)};
    case v1Case::OPERATION_INTERVAL_EMPTY:
      return first.is_empty();
    case v1Case::OPERATION_INTERSECT:
      if (all.is_empty()) return EmptyRange{};
      return all;
    case v1Case::OPERATION_COMPATIBLE:
      return !all.is_empty();
    case v1Case::OPERATION_EQUAL:
      return AreSame(first, second);
    case v1Case::OPERATION_RELAXES:
      return first.Contains(second);
    case v1Case::OPERATION_REFINES:
      return second.Contains(first);
    case v1Case::OPERATION_ADD:
    case v1Case::OPERATION_SUBTRACT:
    case v1Case::OPERATION_MULTIPLY:
    case v1Case::OPERATION_MIN:
    case v1Case::OPERATION_MAX:
      return EmptyRange{};
    default:
      break;
  }
  const auto empty =
      std::find_if(ranges.begin(), ranges.end(), [](Interval r) { return r.is_empty(); });
  return CaseError(
      absl::StrCat(message.dims_size() > 0 ? "dims[" : "texts[", empty - ranges.begin(), "]"),
      "the range holds nothing");
}

bool IsAboutRanges(v1::MergeCase::Operation operation) {
  return operation == v1::MergeCase::OPERATION_INTERVAL_CONTAINS ||
         operation == v1::MergeCase::OPERATION_INTERVAL_SIZE ||
         operation == v1::MergeCase::OPERATION_INTERVAL_EMPTY ||
         operation == v1::MergeCase::OPERATION_INTERSECT;
}

}  // namespace shapewright::query
