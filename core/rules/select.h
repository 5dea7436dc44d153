#ifndef SHAPEWRIGHT_CORE_RULES_SELECT_H_
#define SHAPEWRIGHT_CORE_RULES_SELECT_H_

#include "core/rules/rule_context.h"

namespace shapewright::ops {

// `yes` where a condition that is 0 or 1 is 1, else `no`: an expression that is never outside of
// what both can be. Unknown where none can be made.
Expr Select(RuleContext& ctx, Expr condition, Expr yes, Expr no);

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_RULES_SELECT_H_
