#ifndef SHAPEWRIGHT_CORE_RULES_CHECK_SCHEMA_H_
#define SHAPEWRIGHT_CORE_RULES_CHECK_SCHEMA_H_

#include "core/rules/registry/registry.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {

// Whether the number of inputs suits the operator and no required one is absent; else reports
// WRONG_INPUT_COUNT or MISSING_INPUT. Runs before the rule, which relies on it.
bool CheckInputCount(RuleContext& ctx, const ResolvedOperator& op);

// Warns of each attribute that the operator does not have at this opset: rules do not read it, and
// runtimes refuse the model or pass it over.
void CheckAttributes(RuleContext& ctx, const ResolvedOperator& op);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_CHECK_SCHEMA_H_
