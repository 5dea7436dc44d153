#ifndef SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_OPERANDS_H_
#define SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_OPERANDS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/query/merge/merge_case.h"

namespace shapewright::query {

// Where the operands of a question stand in a case.
struct GivenOperands {
  // Of `merge.operands[2]` the first part; for operands that have fields of their own the path of
  // each, `compare.left`.
  absl::string_view list;
  absl::InlinedVector<absl::string_view, 2> fields;
  absl::InlinedVector<const v1::Type*, 4> types;

  std::string FieldOf(size_t operand) const;
};
// Empty for a question without types.
GivenOperands FindOperands(const v1::MergeCase& message);

// Reads what the case asks about.
absl::StatusOr<MergeOperands> ReadOperands(const QueryOptions& options, SymbolScope& scope,
                                           shape::Notation notation, const v1::MergeCase& message);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_OPERANDS_H_
