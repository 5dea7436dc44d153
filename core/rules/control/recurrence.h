#ifndef SHAPEWRIGHT_CORE_RULES_CONTROL_RECURRENCE_H_
#define SHAPEWRIGHT_CORE_RULES_CONTROL_RECURRENCE_H_

#include "core/rules/rule_context.h"

namespace shapewright::rules {

// x(i + 1) as an expression of x(i). Symbols from `first_inner` on, `current` among them, may
// differ from iteration to iteration.
struct Recurrence {
  Expr current;
  Expr next;
  symbolic::SymbolId first_inner = 0;
};

// Whether an expression mentions symbols of a body: those from `first` on.
bool MentionsSymbolsFrom(const symbolic::ExprArena& arena, Expr e, symbolic::SymbolId first);

// x(count) for x(0) = initial, where x is added to, multiplied, or divided and rounded, by the same
// number in each iteration; unknown for other recurrences. The count is not negative.
Expr AfterIterations(RuleContext& ctx, const Recurrence& recurrence, Expr initial, Expr count);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_CONTROL_RECURRENCE_H_
