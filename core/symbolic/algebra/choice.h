#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_CHOICE_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_CHOICE_H_

#include "absl/types/span.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::symbolic {

Expr Min(ExprArena& arena, Expr a, Expr b);
Expr Max(ExprArena& arena, Expr a, Expr b);
// `b` where a = 1, else `a` (S1).
Expr Broadcast(ExprArena& arena, Expr a, Expr b);

// max(a, 0).
inline Expr ClampToSize(ExprArena& arena, Expr a) { return Max(arena, a, 0); }

// Min and max of all operands at once. Unlike pairwise calls, their result does not depend on the
// order, even of more operands than are looked into.
Expr MinOf(ExprArena& arena, absl::Span<const Expr> operands);
Expr MaxOf(ExprArena& arena, absl::Span<const Expr> operands);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_CHOICE_H_
