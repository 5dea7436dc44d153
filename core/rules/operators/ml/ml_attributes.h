#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_ML_ML_ATTRIBUTES_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_ML_ML_ATTRIBUTES_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {

// Checks of attributes of ai.onnx.ml: lists and vectors that belong together, and
// exactly one of several that exclude each other. Each check reports an error; the rule
// goes on.

// How many items a list attribute has; 0 where it is absent or no list.
int64_t CountOf(const RuleContext& ctx, absl::string_view name);

// Keys are of the operand's type, and there is a value for each.
void CheckLabelEncoder(RuleContext& ctx);
void CheckCategoryMapper(RuleContext& ctx);
void CheckOneHotEncoder(RuleContext& ctx);
// Each attribute about nodes has one entry per node, each about leaves one per leaf.
void CheckTreeEnsemble(RuleContext& ctx);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_ML_ML_ATTRIBUTES_H_
