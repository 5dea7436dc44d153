#ifndef SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_OPERANDS_H_
#define SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_OPERANDS_H_

#include <string>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/statusor.h"
#include "core/query/query_options.h"
#include "core/query/symbol_scope.h"
#include "core/shape/algebra/algebra.h"
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

// Reads what the case has in one of its three forms.
absl::StatusOr<MergeOperands> ReadOperands(const QueryOptions& options, SymbolScope& scope,
                                           const v1::MergeCase& message);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_OPERANDS_H_
