#include "core/shape/algebra/relaxes.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/base/hash_map.h"
#include "core/shape/algebra/pair_dims.h"
#include "core/shape/algebra/relations.h"
#include "core/shape/text/print.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/algebra/substitute.h"
#include "core/symbolic/reachable.h"

namespace shapewright::shape {
namespace {

using symbolic::Expr;
using symbolic::SymbolId;

// Chooses, for symbols of the one side, values in terms of the other side's
// symbols, so that both sides are the same.
class Matcher {
 public:
  explicit Matcher(symbolic::ExprArena& arena) : arena_(arena) {}

  bool Match(absl::Span<const Dim> side, absl::Span<const Dim> wanted);

 private:
  enum class Outcome { kMatched, kRefused, kOpen };

  // Solves pattern = wanted for the one symbol that has no value yet; kOpen where there are
  // more.
  Outcome MatchOne(Dim pattern, Dim wanted);
  Outcome Solve(Dim pattern, Dim wanted, SymbolId symbol);
  bool Choose(SymbolId symbol, Expr value);
  std::vector<SymbolId> OpenSymbols(Dim pattern) const;
  Expr Apply(Dim pattern);
  // The dims with fresh symbols of the same intervals in place of theirs.
  std::vector<Dim> Apart(absl::Span<const Dim> dims);

  symbolic::ExprArena& arena_;
  HashMap<SymbolId, Expr> chosen_;
  HashMap<SymbolId, Expr> original_;
};

std::vector<SymbolId> Matcher::OpenSymbols(Dim pattern) const {
  std::vector<SymbolId> open = symbolic::ReachableSymbols(arena_, {pattern});
  const auto is_chosen = [this](SymbolId id) { return chosen_.contains(id); };
  open.erase(std::remove_if(open.begin(), open.end(), is_chosen), open.end());
  return open;
}

Expr Matcher::Apply(Dim pattern) {
  symbolic::Rewriter rewriter(arena_);
  return rewriter.Rewrite(pattern, [this](SymbolId id) {
    const auto found = chosen_.find(id);
    return found == chosen_.end() ? Expr::FromNode(arena_.symbol(id).node) : found->second;
  });
}

bool Matcher::Choose(SymbolId symbol, Expr value) {
  const bool fits = arena_.SymbolBounds(symbol).Contains(arena_.Bounds(value));
  if (fits) chosen_.emplace(symbol, value);
  return fits;
}

std::vector<Dim> Matcher::Apart(absl::Span<const Dim> dims) {
  symbolic::Rewriter rewriter(arena_);
  std::vector<Dim> apart;
  for (const Dim dim : dims) {
    apart.push_back(rewriter.Rewrite(dim, [this](SymbolId id) {
      symbolic::Symbol copy = arena_.symbol(id);
      copy.bounds = arena_.SymbolBounds(id);
      const Expr original = Expr::FromNode(copy.node);
      const Expr own = arena_.AddSymbol(copy);
      original_.emplace(arena_.node(own.node()).symbol, original);
      return own;
    }));
  }
  return apart;
}

// Solves c * symbol + rest = wanted for the symbol.
Matcher::Outcome Matcher::Solve(Dim pattern, Dim wanted, SymbolId symbol) {
  const Expr self = Expr::FromNode(arena_.symbol(symbol).node);
  chosen_.emplace(symbol, 0);
  const Expr at_zero = Apply(pattern);
  chosen_.erase(symbol);
  const Expr factor = symbolic::Subtract(arena_, Apply(pattern), at_zero);
  const auto coefficient = symbolic::DivideExactly(arena_, factor, self);
  if (!coefficient || !coefficient->is_constant() || coefficient->is_constant(0)) {
    return Outcome::kOpen;
  }
  const Expr rest = symbolic::Subtract(arena_, wanted, at_zero);
  const auto value = symbolic::DivideExactly(arena_, rest, *coefficient);
  return value && Choose(symbol, *value) ? Outcome::kMatched : Outcome::kRefused;
}

Matcher::Outcome Matcher::MatchOne(Dim pattern, Dim wanted) {
  if (pattern.is_constant()) return pattern == wanted ? Outcome::kMatched : Outcome::kRefused;
  // A symbol alone, as most are: what Solve() and Apply() come to.
  if (arena_.AsSymbol(pattern) != nullptr) {
    const SymbolId symbol = arena_.node(pattern.node()).symbol;
    const auto found = chosen_.find(symbol);
    const bool matches = found == chosen_.end() ? Choose(symbol, wanted)
                                                : symbolic::IsEqual(arena_, found->second, wanted);
    return matches ? Outcome::kMatched : Outcome::kRefused;
  }
  const std::vector<SymbolId> open = OpenSymbols(pattern);
  if (open.empty()) {
    return symbolic::IsEqual(arena_, Apply(pattern), wanted) ? Outcome::kMatched
                                                             : Outcome::kRefused;
  }
  return open.size() == 1 ? Solve(pattern, wanted, open[0]) : Outcome::kOpen;
}

bool Matcher::Match(absl::Span<const Dim> side, absl::Span<const Dim> wanted) {
  const std::vector<Dim> pattern = Apart(side);
  std::vector<size_t> left(pattern.size());
  std::iota(left.begin(), left.end(), 0);
  bool makes_progress = true;
  while (makes_progress && !left.empty()) {
    makes_progress = false;
    std::vector<size_t> still;
    for (const size_t i : left) {
      const Outcome outcome = MatchOne(pattern[i], wanted[i]);
      if (outcome == Outcome::kRefused) return false;
      makes_progress |= outcome == Outcome::kMatched;
      if (outcome == Outcome::kOpen) still.push_back(i);
    }
    left = still;
  }
  // The remaining dims match if they are the same expressions of the same symbols.
  for (const size_t i : left) {
    for (const SymbolId symbol : OpenSymbols(pattern[i])) {
      chosen_.emplace(symbol, original_.at(symbol));
    }
    if (!symbolic::IsEqual(arena_, Apply(pattern[i]), wanted[i])) return false;
  }
  return true;
}

// Replaces a sum of unknowns that occur nowhere else by one unknown of the same interval. That is
// equivalent: with coefficients of 1 and -1 the sum can be any number of its interval.
std::vector<Dim> WithoutSums(Algebra& algebra, std::vector<Dim> dims) {
  AnonymousUses uses(algebra.exprs);
  uses.Count(Shape::Of(dims));
  for (Dim& dim : dims) {
    if (!uses.IsInterval(dim)) continue;
    const auto terms = symbolic::TermsOf(algebra.exprs, dim);
    bool is_sum = terms.size() > 1;
    for (const symbolic::Term& term : terms) {
      const symbolic::NodeKind kind = algebra.exprs.node(term.monomial).kind;
      const bool is_unit = kind == symbolic::NodeKind::kUnit;
      is_sum &= is_unit || (kind == symbolic::NodeKind::kSymbol &&
                            (term.coefficient == 1 || term.coefficient == -1));
    }
    if (is_sum) dim = NewDim(algebra, algebra.exprs.Bounds(dim), "");
  }
  return dims;
}

// Whether a size or a symbol alone cannot be the size across, whatever the others are: most shapes
// that do not fit show it so.
bool IsRefused(const symbolic::ExprArena& arena, Dim side, Dim wanted) {
  if (side.is_constant()) return side != wanted;
  return arena.AsSymbol(side) != nullptr && !arena.Bounds(side).Contains(arena.Bounds(wanted));
}

}  // namespace

bool Relaxes(Algebra& algebra, TypeId a, TypeId b) {
  DimPairs pairs;
  if (!PairDims(algebra.types, a, b, Likeness::kRelaxes, pairs)) return false;
  for (Dim& dim : pairs.left) dim = algebra.facts.Finalize(dim);
  for (Dim& dim : pairs.right) dim = algebra.facts.Finalize(dim);
  for (size_t i = 0; i < pairs.left.size(); ++i) {
    if (IsRefused(algebra.exprs, pairs.left[i], pairs.right[i])) return false;
  }
  return Matcher(algebra.exprs).Match(WithoutSums(algebra, pairs.left), pairs.right);
}

}  // namespace shapewright::shape
