#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_RESUGAR_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_RESUGAR_H_

#include <cstdint>
#include <optional>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::symbolic {

// Undoes, for printing only, what normal form expands: mod(a, c) from a - c*floordiv(a, c),
// ceildiv(x, c) from floordiv(x + c - 1, c).

// coefficient * monomial; or, where is_mod, coefficient * mod(a, c) for the
// monomial floordiv(a, c).
struct Piece {
  int64_t coefficient;
  NodeId monomial;
  bool is_mod = false;
};
using PieceList = absl::InlinedVector<Piece, 8>;

// What to print for a sum: a positive piece first if there is one.
PieceList PiecesOf(const ExprArena& arena, absl::Span<const Term> terms);

// floordiv(dividend, divisor), or ceildiv where is_ceil.
struct Quotient {
  TermList dividend;
  int64_t divisor;
  bool is_ceil;
};

// (x + k)//c + shift as one quotient by a constant; nothing for other nodes and
// where a constant would leave 64 bits.
std::optional<Quotient> QuotientOf(const ExprArena& arena, NodeId monomial, int64_t shift);

// Normal form takes the constant of the last side out: if(c, S - 7, 0) + 7 is printed as
// if(c, S, 7). The if of such a sum; null for others.
const ExprNode* ChoiceBesideConstant(const ExprArena& arena, absl::Span<const Piece> pieces);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_RESUGAR_H_
