// What equalities put in the place of symbols.
#include <utility>

#include "core/symbolic/facts/facts.h"

namespace shapewright::symbolic {
namespace {

// Symbols for which there is room made in the time of an operation, about.
constexpr uint64_t kSymbolsPerCount = 8;
constexpr uint64_t kCountPerShortcut = 4;

}  // namespace

Expr FactStore::Solution(SymbolId id) const {
  return id < solved_.size() ? solved_[id].solution : Expr();
}

void FactStore::SetSolution(SymbolId id, Expr solution) {
  if (id >= solved_.size()) {
    arena_.CountWork((id + 1 - solved_.size()) / kSymbolsPerCount);
    solved_.resize(id + 1);
  }
  solved_count_ += solution.is_unknown() ? 0 : 1;
  solved_count_ -= solved_[id].solution.is_unknown() ? 0 : 1;
  solved_[id].solution = solution;
}

void FactStore::SetShortcut(SymbolId id, Expr shortcut) {
  if (!arena_.CountWork(kCountPerShortcut)) return;
  Step step;
  step.kind = Step::Kind::kShortcut;
  step.symbol = id;
  step.shortcut = std::exchange(solved_[id].shortcut, shortcut);
  Remember(step);
}

// Through what symbols alone stand for.
Expr FactStore::FollowSymbols(Expr e) {
  Expr last = e;
  int steps = 0;
  while (last.is_symbolic() && arena_.node(last.node()).kind == NodeKind::kSymbol) {
    const Expr next = Next(arena_.node(last.node()).symbol);
    if (next.is_unknown()) break;
    if (!arena_.CountWork(1)) return Expr();
    last = next;
    ++steps;
  }
  for (; steps > 1; --steps) {
    const SymbolId symbol = arena_.node(e.node()).symbol;
    e = Next(symbol);
    SetShortcut(symbol, last);
  }
  return last;
}

Expr FactStore::Substitute(Expr e) {
  const auto now = [this](SymbolId id) {
    const Expr next = Next(id);
    return next.is_unknown() ? Expr::FromNode(arena_.symbol(id).node) : next;
  };
  const auto conclude = [this](SymbolId id, Expr last) { SetShortcut(id, last); };
  while (true) {
    e = FollowSymbols(e);
    if (!e.is_symbolic() || arena_.node(e.node()).kind == NodeKind::kSymbol) return e;
    // What was rewritten may be simpler once more.
    const Expr next = rewriter_.RewriteFully(e, now, conclude);
    if (next == e || !next.is_symbolic()) return next;
    e = next;
  }
}

Expr FactStore::Simplify(Expr e) {
  e = Resolve(e);
  if (!e.is_symbolic()) return e;
  const auto now = [this](SymbolId id) {
    const Interval bounds = arena_.SymbolBounds(id);
    if (bounds.is_point()) return Expr(bounds.min);
    return Expr::FromNode(arena_.symbol(id).node);
  };
  const ExprNode& node = arena_.node(e.node());
  return node.kind == NodeKind::kSymbol ? now(node.symbol) : finalizer_.Rewrite(e, now);
}

}  // namespace shapewright::symbolic
