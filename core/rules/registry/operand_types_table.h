#ifndef SHAPEWRIGHT_CORE_RULES_REGISTRY_OPERAND_TYPES_TABLE_H_
#define SHAPEWRIGHT_CORE_RULES_REGISTRY_OPERAND_TYPES_TABLE_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace shapewright::ops {

struct OperandTypesRow {
  // The types of the inputs from the first version on, then behind ` | N:` from since_version N on:
  // a set each, or `T=` a set and later `T` where several have one type. `...` stands behind the
  // last one if all further inputs are like it. A set is a sum of the names in operand_types.cc.
  absl::string_view types;
  // Separated by spaces, with `domain:` before those that are not of ai.onnx.
  absl::string_view operators;
};

// From the operator schemas of ONNX, which tests/conformance compares with it.
absl::Span<const OperandTypesRow> OperandTypesTable();

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_RULES_REGISTRY_OPERAND_TYPES_TABLE_H_
