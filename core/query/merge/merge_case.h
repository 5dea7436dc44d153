#ifndef SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_CASE_H_
#define SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_CASE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "core/query/query_options.h"
#include "core/query/symbol_scope.h"
#include "core/shape/algebra/algebra.h"
#include "core/shape/notation/notation.h"
#include "core/symbolic/interval.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright::query {

// The layout behind each tensor of a text, as layouts are written in full; empty where
// it has none.
using LayoutTexts = absl::InlinedVector<std::string, 1>;

// The operands of a case.
struct MergeOperands {
  // Of `intersect_dims`: shapes of one axis each.
  absl::InlinedVector<shape::TypeId, 4> types;
  // The range of each operand, where these are dims and at least one holds nothing (`5..4`);
  // then `types` is empty.
  std::vector<symbolic::Interval> ranges;
  // By operand; of `compare` only.
  std::vector<LayoutTexts> layouts;

  size_t size() const { return ranges.empty() ? types.size() : ranges.size(); }
};

// What a case comes to: nothing yet, or a value of one of the kinds that
// v1::MergeResult can hold.
struct Nothing {};
struct TypeRelations {
  bool compatible = false;
  bool equal = false;
  bool relaxes = false;
  bool refines = false;
  bool same_scheme = false;
  bool same_layout = false;
};
struct NumberRange {
  symbolic::Interval range;
  // Nothing: without end, or not known.
  std::optional<int64_t> count;
  std::optional<bool> contains_number = std::nullopt;
};
struct TypeFacts {
  shape::TypeId type;
};
using MergeOutcome = std::variant<Nothing, shape::TypeId, TypeRelations, NumberRange, TypeFacts>;

// One case while it runs.
struct MergeCase {
  const QueryOptions& options;
  SymbolScope& scope;
  const v1::MergeCase& message;
  const MergeOperands& operands;
  shape::Notation notation;
  shape::Algebra& algebra;
};

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_CASE_H_
