#ifndef SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_OPERATIONS_H_
#define SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_OPERATIONS_H_

#include "absl/status/statusor.h"
#include "core/query/merge/merge_case.h"

namespace shapewright::query {

// Runs the operation of the case. Conflicts go to the algebra; a case that makes
// no sense is INVALID_ARGUMENT with the path of the field.
absl::StatusOr<MergeOutcome> RunQuestion(MergeCase& run);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_OPERATIONS_H_
