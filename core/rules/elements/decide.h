#ifndef SHAPEWRIGHT_CORE_RULES_ELEMENTS_DECIDE_H_
#define SHAPEWRIGHT_CORE_RULES_ELEMENTS_DECIDE_H_

#include "core/rules/rule_context.h"

namespace shapewright::rules {

// Comparisons and logic of integer elements, whose results are 0 or 1; unknown where they depend on
// more than inputs.
using Decide = Expr (*)(RuleContext&, Expr, Expr);

Expr DecideEqual(RuleContext& ctx, Expr a, Expr b);
Expr DecideLess(RuleContext& ctx, Expr a, Expr b);
Expr DecideAtMost(RuleContext& ctx, Expr a, Expr b);
Expr DecideGreater(RuleContext& ctx, Expr a, Expr b);
Expr DecideAtLeast(RuleContext& ctx, Expr a, Expr b);

// Of bools.
Expr DecideAnd(RuleContext& ctx, Expr a, Expr b);
Expr DecideOr(RuleContext& ctx, Expr a, Expr b);
Expr DecideXor(RuleContext& ctx, Expr a, Expr b);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_ELEMENTS_DECIDE_H_
