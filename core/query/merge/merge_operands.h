#ifndef SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_OPERANDS_H_
#define SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_OPERANDS_H_

#include "absl/status/statusor.h"
#include "core/query/merge/merge_case.h"

namespace shapewright::query {

// Reads what the case has in one of its three forms.
absl::StatusOr<MergeOperands> ReadOperands(const QueryOptions& options, SymbolScope& scope,
                                           const v1::MergeCase& message);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_OPERANDS_H_
