#ifndef SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_CASE_H_
#define SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_CASE_H_

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "core/query/query_options.h"
#include "core/query/symbol_scope.h"
#include "core/shape/algebra/algebra.h"
#include "core/symbolic/interval.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright::query {

// The layout behind each tensor of a text, as layouts are written in full; empty where
// it has none.
using LayoutTexts = absl::InlinedVector<std::string, 1>;

// The operands of a case. Dims travel as shapes of one axis, so that every
// operation is written once.
struct MergeOperands {
  absl::InlinedVector<shape::TypeId, 4> types;
  bool are_dims = false;
  // Dims only: the range of each, where at least one holds nothing (`5..4`); then
  // `types` is empty.
  std::vector<symbolic::Interval> ranges;
  // By operand, of texts, where the operation asks for them.
  std::vector<LayoutTexts> layouts;

  size_t size() const { return ranges.empty() ? types.size() : ranges.size(); }
};

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

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_CASE_H_
