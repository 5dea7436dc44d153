#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_FLOAT_NODE_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_FLOAT_NODE_H_

#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/float_format.h"
#include "core/symbolic/float_operation.h"

namespace shapewright::symbolic {

// A constant of a format; unknown for NaN.
Expr FloatConstant(double value, FloatFormat format);
// Unknown where an operand is, where the expression would exceed the caps (S20), and for
// NaN.
Expr MakeFloat(ExprArena& arena, const FloatNode& node);
// A floating-point expression as an integer, truncated as casts do.
Expr Truncate(ExprArena& arena, Expr value);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_FLOAT_NODE_H_
