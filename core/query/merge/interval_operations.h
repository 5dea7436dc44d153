#ifndef SHAPEWRIGHT_CORE_QUERY_MERGE_INTERVAL_OPERATIONS_H_
#define SHAPEWRIGHT_CORE_QUERY_MERGE_INTERVAL_OPERATIONS_H_

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "core/query/merge/merge_case.h"
#include "core/symbolic/interval.h"

namespace shapewright::query {

// The operations that are about intervals as sets of numbers, and the others where
// an operand is a range that holds nothing: what is computed from it holds nothing
// either.
absl::StatusOr<MergeOutcome> RunOnIntervals(const v1::MergeCase& message,
                                            absl::Span<const symbolic::Interval> ranges);

// Whether the operation is about dims alone, never about shapes.
bool IsAboutRanges(v1::MergeCase::Operation operation);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_MERGE_INTERVAL_OPERATIONS_H_
