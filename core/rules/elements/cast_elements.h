#ifndef SHAPEWRIGHT_CORE_RULES_ELEMENTS_CAST_ELEMENTS_H_
#define SHAPEWRIGHT_CORE_RULES_ELEMENTS_CAST_ELEMENTS_H_

#include "core/rules/rule_context.h"

namespace shapewright::rules {

// Sets output 0 to operand 0 with another element type, its elements converted where they are
// known.
void CastTo(RuleContext& ctx, ElementType to);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_ELEMENTS_CAST_ELEMENTS_H_
