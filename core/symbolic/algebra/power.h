#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_POWER_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_POWER_H_

#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::symbolic {

// base^exponent, rounded down: 0 where the exponent is negative. Unknown unless the base is a
// constant of 2 or more. In normal form as the functions of algebra.h.
Expr Power(ExprArena& arena, Expr base, Expr exponent);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_POWER_H_
