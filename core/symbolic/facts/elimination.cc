#include "core/symbolic/facts/elimination.h"

#include <limits>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "core/base/hash_map.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/normal_form.h"

namespace shapewright::symbolic {
namespace {

constexpr SymbolId kNoSymbol = std::numeric_limits<SymbolId>::max();
constexpr int kInputRank = 0;
constexpr int kFreshRank = 2;

// Symbols of greater rank are eliminated first (S3); those of -1 never are.
int EliminationRank(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::kAnonymous:
    case SymbolKind::kDataDependent:
      return kFreshRank;
    case SymbolKind::kAlias:
      return 1;
    case SymbolKind::kInputDim:
    case SymbolKind::kInputValue:
      return kInputRank;
    case SymbolKind::kDefined:
      return -1;
  }
  return -1;
}

// -1 if the node is no symbol, or one of an input where these stay; dims without a name are of an
// input too.
int RankOf(const ExprArena& arena, const ExprNode& node, bool may_be_input) {
  if (node.kind != NodeKind::kSymbol) return -1;
  const Symbol& symbol = arena.symbol(node.symbol);
  return may_be_input || !symbol.DependsOnInputsOnly() ? EliminationRank(symbol.kind) : -1;
}

bool IsFresh(const ExprArena& arena, NodeId id, bool may_be_input) {
  return RankOf(arena, arena.node(id), may_be_input) == kFreshRank;
}

bool Mentions(const ExprArena& arena, NodeId root, NodeId wanted) {
  HashSet<NodeId> seen;
  absl::InlinedVector<NodeId, 16> open = {root};
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    if (!arena.CountWork(1)) return true;
    if (id == wanted) return true;
    // Operands are older than the node, so nothing below can be `wanted`.
    if (id < wanted || !seen.insert(id).second) continue;
    ForEachOperandNode(arena.node(id), [&open](NodeId operand) { open.push_back(operand); });
  }
  return false;
}

// Whether the node occurs in a term of the sum other than that of `monomial`.
bool IsElsewhere(const ExprArena& arena, absl::Span<const Term> sum, NodeId monomial, NodeId id) {
  bool is_elsewhere = false;
  for (const Term& other : sum) {
    is_elsewhere |= other.monomial != monomial && Mentions(arena, other.monomial, id);
  }
  return is_elsewhere;
}

// scale times the sum without the term of `monomial`; nothing where that would exceed the caps.
std::optional<Expr> ScaledRest(ExprArena& arena, absl::Span<const Term> sum, NodeId monomial,
                               int64_t scale) {
  TermList rest;
  for (const Term& term : sum) {
    if (term.monomial != monomial) rest.push_back(term);
  }
  const auto terms = AddScaled(arena, {}, rest, scale);
  return terms ? FromTerms(arena, *terms) : std::nullopt;
}

// The symbol to eliminate: its coefficient is 1 or -1, or it stands alone, and no other term
// mentions it.
SymbolId ChooseTerm(const ExprArena& arena, absl::Span<const Term> sum, bool may_be_input) {
  SymbolId best = kNoSymbol;
  int best_rank = kInputRank;
  for (const Term& term : sum) {
    const ExprNode& node = arena.node(term.monomial);
    if (sum.size() > 1 && term.coefficient != 1 && term.coefficient != -1) continue;
    const int rank = RankOf(arena, node, may_be_input);
    if (rank < best_rank) continue;
    // Of equal rank the youngest.
    if (rank == best_rank && best != kNoSymbol && node.symbol < best) continue;
    if (IsElsewhere(arena, sum, term.monomial, term.monomial)) continue;
    best = node.symbol;
    best_rank = rank;
  }
  return best;
}

// The last fresh symbol of a term, and the product of its other factors.
std::optional<std::pair<Expr, NodeId>> SplitFactor(ExprArena& arena, const Term& term,
                                                   bool may_be_input) {
  if (term.monomial == kUnitMonomial) return std::nullopt;
  Expr factor = term.coefficient;
  if (IsFresh(arena, term.monomial, may_be_input)) return std::pair{factor, term.monomial};
  const ExprNode node = arena.node(term.monomial);  // a copy: the arena grows
  if (node.kind != NodeKind::kProduct) return std::nullopt;
  NodeId fresh = kUnitMonomial;
  for (const NodeId id : node.factors) {
    if (IsFresh(arena, id, may_be_input) && id > fresh) fresh = id;
  }
  if (fresh == kUnitMonomial) return std::nullopt;
  bool is_split = false;
  for (const NodeId id : node.factors) {
    // Of a square one factor stays.
    if (id == fresh && !std::exchange(is_split, true)) continue;
    factor = Multiply(arena, factor, Expr::FromNode(id));
  }
  if (Mentions(arena, factor.is_symbolic() ? factor.node() : kUnitMonomial, fresh)) {
    return std::nullopt;
  }
  return std::pair{factor, fresh};
}

// For a sum factor*s + rest with a fresh symbol s and a factor that is never 0: s = -rest / factor,
// where that division is exact.
std::optional<Elimination> EliminateByQuotient(ExprArena& arena, absl::Span<const Term> sum,
                                               bool may_be_input) {
  for (const Term& term : sum) {
    const auto split = SplitFactor(arena, term, may_be_input);
    if (!split || IsElsewhere(arena, sum, term.monomial, split->second)) continue;
    const bool is_negative = arena.Bounds(split->first).max < 0;
    const Expr factor = is_negative ? Subtract(arena, 0, split->first) : split->first;
    const auto rest = ScaledRest(arena, sum, term.monomial, is_negative ? 1 : -1);
    if (!rest || factor.is_unknown() || arena.Bounds(factor).min < 1) continue;
    const Expr value = FloorDiv(arena, *rest, factor);
    if (!value.is_unknown()) return Elimination{arena.node(split->second).symbol, value};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Elimination> EliminateBySum(ExprArena& arena, absl::Span<const Term> sum,
                                          bool may_be_input) {
  const SymbolId chosen = ChooseTerm(arena, sum, may_be_input);
  // A fresh symbol is eliminated by a division before an older one is (S3).
  if (chosen == kNoSymbol || EliminationRank(arena.symbol(chosen).kind) == kInputRank) {
    const auto quotient = EliminateByQuotient(arena, sum, may_be_input);
    if (quotient) return quotient;
  }
  if (chosen == kNoSymbol) return std::nullopt;
  // sign * s + rest = 0, so s = -sign * rest.
  const NodeId node = arena.symbol(chosen).node;
  int64_t sign = 1;
  for (const Term& term : sum) {
    if (term.monomial == node) sign = term.coefficient;
  }
  return Elimination{chosen, ScaledRest(arena, sum, node, -sign).value_or(Expr())};
}

std::optional<Elimination> EliminateAtom(const ExprArena& arena, Expr a, Expr b,
                                         bool may_be_input) {
  std::optional<Elimination> best;
  int best_rank = kInputRank;
  for (const auto& [side, other] : {std::pair(a, b), std::pair(b, a)}) {
    if (!side.is_symbolic()) continue;
    const ExprNode& node = arena.node(side.node());
    const int rank = RankOf(arena, node, may_be_input);
    if (rank < best_rank) continue;
    if (rank == best_rank && best && node.symbol < best->symbol) continue;
    best = Elimination{node.symbol, other};
    best_rank = rank;
  }
  return best;
}

bool IsAlwaysEliminated(SymbolKind kind) { return EliminationRank(kind) > kInputRank; }

}  // namespace shapewright::symbolic
