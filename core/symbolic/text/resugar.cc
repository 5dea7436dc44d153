#include "core/symbolic/text/resugar.h"

#include <algorithm>
#include <cstddef>

#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::symbolic {
namespace {

Piece* FindPiece(PieceList& pieces, NodeId monomial) {
  for (Piece& piece : pieces) {
    if (piece.monomial == monomial && !piece.is_mod) return &piece;
  }
  return nullptr;
}

bool IsCeil(int64_t constant, int64_t divisor) { return constant == divisor - 1; }

// True if taking `need` from `have` does not change its sign.
bool Holds(int64_t have, Int128 need) {
  return have > 0 ? need > 0 && need <= have : need < 0 && need >= have;
}

// Subtracts scale * terms from the pieces if they hold all of it. Of the constant any amount may be
// taken, unless the quotient reads better as a ceildiv.
bool TakeOut(PieceList& pieces, absl::Span<const Term> terms, Int128 scale, bool is_ceil) {
  PieceList rest = pieces;
  for (const Term& term : terms) {
    Piece* piece = FindPiece(rest, term.monomial);
    const Int128 need = scale * term.coefficient;
    const bool is_free = term.monomial == kUnitMonomial && !is_ceil;
    if (piece == nullptr && is_free) {
      rest.push_back({0, kUnitMonomial});
      piece = &rest.back();
    }
    if (piece == nullptr) return false;
    if (!is_free && !Holds(piece->coefficient, need)) return false;
    const auto left = Narrow(piece->coefficient - need);
    if (!left) return false;
    piece->coefficient = *left;
  }
  pieces = std::move(rest);
  return true;
}

// Makes m*mod(a, c) of the piece -m*c*floordiv(a, c) where m*a stands beside
// it.
void FoldMod(const ExprArena& arena, PieceList& pieces, size_t at) {
  const Piece piece = pieces[at];
  const auto quotient = AsConstantQuotient(arena.node(piece.monomial));
  if (!quotient || piece.is_mod) return;
  if (piece.coefficient % quotient->divisor != 0) return;
  const int64_t scale = -(piece.coefficient / quotient->divisor);
  const TermList dividend = TermsOf(arena, quotient->dividend);
  const bool is_ceil = IsCeil(ConstantTerm(dividend), quotient->divisor);
  if (!TakeOut(pieces, dividend, scale, is_ceil)) return;
  pieces[at] = {scale, piece.monomial, true};
}

}  // namespace

PieceList PiecesOf(const ExprArena& arena, absl::Span<const Term> terms) {
  PieceList pieces;
  for (const Term& term : terms) {
    pieces.push_back({term.coefficient, term.monomial});
  }
  for (size_t i = 0; i < terms.size(); ++i) {
    if (pieces[i].coefficient != 0) FoldMod(arena, pieces, i);
  }
  pieces.erase(std::remove_if(pieces.begin(), pieces.end(),
                              [](const Piece& p) { return p.coefficient == 0; }),
               pieces.end());
  const auto positive =
      std::find_if(pieces.begin(), pieces.end(), [](const Piece& p) { return p.coefficient > 0; });
  if (positive != pieces.end()) {
    std::rotate(pieces.begin(), positive, positive + 1);
  }
  return pieces;
}

std::optional<Quotient> QuotientOf(const ExprArena& arena, NodeId monomial, int64_t shift) {
  const auto node = AsConstantQuotient(arena.node(monomial));
  if (!node) return std::nullopt;
  Quotient quotient;
  quotient.dividend = TermsOf(arena, node->dividend);
  quotient.divisor = node->divisor;
  const auto constant =
      Narrow(static_cast<Int128>(shift) * quotient.divisor + ConstantTerm(quotient.dividend));
  if (!constant) return std::nullopt;
  quotient.is_ceil = IsCeil(*constant, quotient.divisor);
  if (ConstantTerm(quotient.dividend) != 0) quotient.dividend.pop_back();
  if (*constant != 0 && !quotient.is_ceil) {
    quotient.dividend.push_back({*constant, kUnitMonomial});
  }
  return quotient;
}

const ExprNode* ChoiceBesideConstant(const ExprArena& arena, absl::Span<const Piece> pieces) {
  const bool is_one =
      pieces.size() == 2 && pieces[0].coefficient == 1 && pieces[1].monomial == kUnitMonomial;
  if (!is_one) return nullptr;
  const ExprNode* const node = arena.AsOperation(Expr::FromNode(pieces[0].monomial), NodeKind::kIf);
  return node != nullptr && node->operands[2].is_constant() ? node : nullptr;
}

}  // namespace shapewright::symbolic
