#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_COMPARISON_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_COMPARISON_H_

#include <optional>

#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::symbolic {

// left = right, or left <= right.
struct Comparison {
  bool is_equality = false;
  Expr left;
  Expr right;
};

// 1 where e is positive, else 0: the form of all comparisons.
Expr IsPositive(ExprArena& arena, Expr e);

// What an expression that is 0 or 1 says where it is 1; nothing where that is no comparison of two
// integers.
std::optional<Comparison> AsComparison(ExprArena& arena, Expr condition);
// right < left in place of left <= right.
std::optional<Comparison> Reversed(ExprArena& arena, const Comparison& at_most);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_COMPARISON_H_
