#ifndef SHAPEWRIGHT_CORE_RULES_SELECT_H_
#define SHAPEWRIGHT_CORE_RULES_SELECT_H_

#include "core/rules/rule_context.h"

namespace shapewright::rules {

// `yes` where the condition, an expression that is 0 or 1, is 1, else `no`. The result stays within
// the hull of both intervals. Unknown where there is no such expression.
Expr Select(RuleContext& ctx, Expr condition, Expr yes, Expr no);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_SELECT_H_
