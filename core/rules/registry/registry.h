#ifndef SHAPEWRIGHT_CORE_RULES_REGISTRY_REGISTRY_H_
#define SHAPEWRIGHT_CORE_RULES_REGISTRY_REGISTRY_H_

#include <cstdint>
#include <limits>
#include <map>
#include <string>

#include "absl/types/span.h"
#include "core/graph/model.h"
#include "core/rules/registry/operand_types.h"
#include "core/rules/registry/operator_row.h"

namespace shapewright::rules {

// An operator as its name and opset resolve.
struct ResolvedOperator {
  const OperatorRow* row = nullptr;  // null: no rule is known
  int since_version = 0;
  // The least and greatest number of inputs, and what they may be; without limits for an operator
  // that is not in the specification.
  int required_inputs = 0;
  int max_inputs = kAnyNumber;
  absl::Span<const OperandTypes> inputs = {};
  // The names of its attributes, ascending; null for such an operator.
  const absl::Span<const absl::string_view>* attributes = nullptr;

  static constexpr int kAnyNumber = std::numeric_limits<int>::max();
};

// The rows of all families.
absl::Span<const OperatorRow* const> AllOperators();

// The entry that governs an operator at an opset version: the newest
// since_version that is not newer (beyond the newest opset known, the newest).
ResolvedOperator ResolveOperator(const graph::OperatorName& name);

// By domain, the newest since_version of all rows.
const std::map<std::string, int64_t>& NewestOpsets();

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_REGISTRY_REGISTRY_H_
