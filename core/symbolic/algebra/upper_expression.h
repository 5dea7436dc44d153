#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_UPPER_EXPRESSION_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_UPPER_EXPRESSION_H_

#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::symbolic {

// Whether the sizes and integer values of the inputs determine an expression;
// false for the unknown one.
bool DependsOnInputsOnly(const ExprArena& arena, Expr e);

// An upper bound of `e` over symbols of the inputs: `e` itself where it has no other symbols,
// else `e` with their upper bounds in their place, where it grows with them. Unknown if none is
// found.
Expr UpperExpression(ExprArena& arena, Expr e);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_UPPER_EXPRESSION_H_
