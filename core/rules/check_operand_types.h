#ifndef SHAPEWRIGHT_CORE_RULES_CHECK_OPERAND_TYPES_H_
#define SHAPEWRIGHT_CORE_RULES_CHECK_OPERAND_TYPES_H_

#include "core/rules/registry/operand_types.h"
#include "core/rules/rule_context.h"
#include "core/rules/state/diagnostics.h"

namespace shapewright::rules {

// Reports the first input whose type the specification does not allow: ELEMENT_TYPE_NOT_ALLOWED, or
// ELEMENT_TYPE_MISMATCH for a type that is allowed but differs from another input's.
void CheckOperandTypes(RuleContext& ctx, absl::Span<const OperandTypes> operands,
                       Severity severity);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_CHECK_OPERAND_TYPES_H_
