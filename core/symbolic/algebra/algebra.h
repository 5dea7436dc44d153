#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_ALGEBRA_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_ALGEBRA_H_

#include <optional>

#include "absl/types/span.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::symbolic {

// Builds expressions in normal form: a sum of products with integer coefficients over atoms.
// Every function gives an expression with the same value wherever the plain operation has
// one; an unknown operand gives unknown. An expression over the caps becomes a defined
// symbol (S20); a constant that leaves 64 bits gives unknown and sets
// ExprArena::TakeOverflow (S15). Sums and quotients are in one unit because they rewrite
// each other: q//2 + ceildiv(q, 2) is q, and (x + c)//c is x//c + 1. Min and max are in
// choice.h.

Expr Add(ExprArena& arena, Expr a, Expr b);
Expr Subtract(ExprArena& arena, Expr a, Expr b);
Expr Negate(ExprArena& arena, Expr a);
Expr Multiply(ExprArena& arena, Expr a, Expr b);
// The product of all; 1 for none.
Expr Product(ExprArena& arena, absl::Span<const Expr> factors);

// The divisions of S11. A divisor that is the constant 0 gives unknown and
// ExprArena::TakeDivisionByZero.
Expr FloorDiv(ExprArena& arena, Expr a, Expr b);
Expr CeilDiv(ExprArena& arena, Expr a, Expr b);
Expr TruncDiv(ExprArena& arena, Expr a, Expr b);
Expr Mod(ExprArena& arena, Expr a, Expr b);
// The q with a = q * b for every value of the symbols, if the normal forms show one. Where b is 0,
// a and b do not determine q (S13).
std::optional<Expr> DivideExactly(ExprArena& arena, Expr a, Expr b);
// Whether b divides a exactly for every value of the symbols, and is not 0; false: not shown.
bool IsDivisible(ExprArena& arena, Expr a, Expr b);

// The expression of ordered terms (normal_form.h); nothing where it would be over the caps.
std::optional<Expr> FromTerms(ExprArena& arena, absl::Span<const Term> terms);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_ALGEBRA_H_
