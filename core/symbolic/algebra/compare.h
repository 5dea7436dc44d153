#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_COMPARE_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_COMPARE_H_

#include <optional>

#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::symbolic {

// Each says true only if it holds for every value of the symbols within their
// intervals; false means "not shown". Unknown operands show nothing.

// The interval of a - b, without making a node for it.
Interval DifferenceBounds(const ExprArena& arena, Expr a, Expr b);

bool IsEqual(const ExprArena& arena, Expr a, Expr b);
bool IsDifferent(const ExprArena& arena, Expr a, Expr b);
bool IsAtMost(const ExprArena& arena, Expr a, Expr b);
bool IsLess(const ExprArena& arena, Expr a, Expr b);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_COMPARE_H_
