#ifndef SHAPEWRIGHT_CORE_QUERY_MERGE_TYPE_PROPERTIES_H_
#define SHAPEWRIGHT_CORE_QUERY_MERGE_TYPE_PROPERTIES_H_

#include "absl/status/statusor.h"
#include "core/query/merge/merge_case.h"

namespace shapewright::query {

// Whether a type within the only operand of the case has the property that the case
// names. `tensor` is the number of the first tensor of that type within the operand.
absl::StatusOr<bool> HasProperty(MergeCase& run, shape::TypeId type, size_t tensor);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_MERGE_TYPE_PROPERTIES_H_
