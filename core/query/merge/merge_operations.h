#ifndef SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_OPERATIONS_H_
#define SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_OPERATIONS_H_

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "core/query/merge/merge_operands.h"
#include "core/query/query_options.h"
#include "core/shape/algebra/algebra.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright::query {

// What a case comes to: nothing yet, or a value of one of the kinds that
// v1::MergeResult can hold.
struct Nothing {};
struct EmptyRange {};
struct Count {
  int64_t value;
};
using MergeOutcome =
    std::variant<Nothing, shape::TypeId, shape::Dim, bool, symbolic::Interval, Count, EmptyRange>;

// One case while it runs.
struct MergeCase {
  const QueryOptions& options;
  SymbolScope& scope;
  const v1::MergeCase& message;
  const MergeOperands& operands;
  shape::Algebra& algebra;
};

// The field that the operands of the case stand in.
absl::string_view OperandsField(const v1::MergeCase& message);

// Runs the operation of the case. Conflicts go to the algebra; a case that makes
// no sense is INVALID_ARGUMENT with the path of the field.
absl::StatusOr<MergeOutcome> RunOperation(MergeCase& run);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_OPERATIONS_H_
