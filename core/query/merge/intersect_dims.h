#ifndef SHAPEWRIGHT_CORE_QUERY_MERGE_INTERSECT_DIMS_H_
#define SHAPEWRIGHT_CORE_QUERY_MERGE_INTERSECT_DIMS_H_

#include "absl/status/statusor.h"
#include "core/query/merge/merge_case.h"

namespace shapewright::query {

// Which numbers all dims of the case can be at once. They are one number where `merge` says that
// they can be merged, and none where it says that they cannot.
absl::StatusOr<MergeOutcome> RunIntersectDims(MergeCase& run);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_MERGE_INTERSECT_DIMS_H_
