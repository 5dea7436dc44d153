#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_CONDITIONAL_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_CONDITIONAL_H_

#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::symbolic {

// `a` where the condition, an expression that is 0 or 1, is 1, else `b` (S26): only the side taken
// needs a value.
Expr If(ExprArena& arena, Expr condition, Expr a, Expr b);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_CONDITIONAL_H_
