#ifndef SHAPEWRIGHT_CORE_QUERY_MERGE_COMPARE_TYPES_H_
#define SHAPEWRIGHT_CORE_QUERY_MERGE_COMPARE_TYPES_H_

#include "absl/status/statusor.h"
#include "core/query/merge/merge_case.h"

namespace shapewright::query {

// The questions whose answer is no type.
absl::StatusOr<MergeOutcome> RunCompare(MergeCase& run);
absl::StatusOr<MergeOutcome> RunInspect(MergeCase& run);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_MERGE_COMPARE_TYPES_H_
