#ifndef SHAPEWRIGHT_CORE_QUERY_MERGE_TYPE_STRUCTURE_H_
#define SHAPEWRIGHT_CORE_QUERY_MERGE_TYPE_STRUCTURE_H_

#include "absl/status/statusor.h"
#include "core/query/merge/merge_case.h"

namespace shapewright::query {

// Operations about what a type is made of. Each takes a case whose operands were
// checked to be as many as it needs.

// The element of a tuple that `axis`, or the path `axes`, leads to.
absl::StatusOr<MergeOutcome> RunIndexOfTuple(MergeCase& run);
// Whether the operand, or what the path `axes` leads to, has `property`.
absl::StatusOr<MergeOutcome> RunHasProperty(MergeCase& run);
absl::StatusOr<MergeOutcome> RunCastPreservesValues(MergeCase& run);
absl::StatusOr<MergeOutcome> RunSameLayout(MergeCase& run);
absl::StatusOr<MergeOutcome> RunFlatten(MergeCase& run);
absl::StatusOr<MergeOutcome> RunTupleSize(MergeCase& run);
absl::StatusOr<MergeOutcome> RunCountLeaves(MergeCase& run);
absl::StatusOr<MergeOutcome> RunCountSubshapes(MergeCase& run);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_MERGE_TYPE_STRUCTURE_H_
