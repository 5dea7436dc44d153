#ifndef SHAPEWRIGHT_CORE_RULES_ELEMENTS_JOIN_ELEMENTS_H_
#define SHAPEWRIGHT_CORE_RULES_ELEMENTS_JOIN_ELEMENTS_H_

#include "core/rules/rule_context.h"

namespace shapewright::rules {

// The size of two parts on the axis that they are concatenated on.
Dim AddSizes(RuleContext& ctx, Dim a, Dim b);

// Sets the elements of output 0, whose shape is set, to those of all operands, concatenated on the
// axis.
void JoinElements(RuleContext& ctx, int axis);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_ELEMENTS_JOIN_ELEMENTS_H_
