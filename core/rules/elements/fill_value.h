#ifndef SHAPEWRIGHT_CORE_RULES_ELEMENTS_FILL_VALUE_H_
#define SHAPEWRIGHT_CORE_RULES_ELEMENTS_FILL_VALUE_H_

#include <optional>

#include "core/rules/rule_context.h"

namespace shapewright::rules {

// 0 or 1 if all elements of a value certainly are that, however many there are: it comes from
// ConstantOfShape through operators that copy elements.
std::optional<int64_t> UniformFill(RuleContext& ctx, graph::ValueId value);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_ELEMENTS_FILL_VALUE_H_
