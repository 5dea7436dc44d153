#include "core/symbolic/facts/symbol_state.h"

#include <limits>
#include <utility>

namespace shapewright::symbolic {
namespace {

// Symbols that the table grows by in the time of one operation, about.
constexpr uint64_t kSymbolsPerCount = 8;
constexpr uint64_t kCountPerShortcut = 4;

}  // namespace

void SymbolState::Reset() {
  rewriter_.Forget();
  finalizer_.Forget();
  solved_.clear();
  solved_count_ = 0;
  settled_.clear();
  trail_.clear();
  scopes_.clear();
  learned_ = false;
}

void SymbolState::ForgetRewrites() {
  generation_ = generation_ == std::numeric_limits<uint32_t>::max() ? 1 : generation_ + 1;
  rewriter_.Forget();
  finalizer_.Forget();
  learned_ = true;
}

void SymbolState::Solve(SymbolId id, Expr solution) {
  Remember({Step::Kind::kSolved, id});
  if (!arena_.SymbolBounds(id).is_point()) settled_.push_back(id);
  SetSolution(id, solution);
  ForgetRewrites();
}

void SymbolState::Narrow(SymbolId id, Interval bounds) {
  const Interval old = arena_.SymbolBounds(id);
  const Interval narrow = Intersect(old, bounds);
  if (narrow == old || narrow.is_empty()) return;
  Remember({Step::Kind::kBounds, id, old});
  if (narrow.is_point() && Solution(id).is_unknown()) settled_.push_back(id);
  arena_.SetSymbolBounds(id, narrow);
  finalizer_.Forget();
  learned_ = true;
}

void SymbolState::Declare(SymbolId id, Interval bounds) {
  const Interval old = arena_.SymbolBounds(id);
  const Interval narrow = Intersect(old, bounds);
  if (narrow == old || narrow.is_empty()) return;
  Remember({Step::Kind::kBounds, id, old});
  arena_.SetSymbolBounds(id, narrow);
  finalizer_.Forget();
}

void SymbolState::PopScope() {
  const ScopeStart start = scopes_.back();
  scopes_.pop_back();
  settled_.resize(start.settled);
  for (; trail_.size() > start.trail; trail_.pop_back()) {
    const Step& step = trail_.back();
    switch (step.kind) {
      case Step::Kind::kSolved:
        SetSolution(step.symbol, Expr());
        break;
      case Step::Kind::kShortcut:
        solved_[step.symbol].shortcut = step.shortcut;
        break;
      case Step::Kind::kBounds:
        arena_.SetSymbolBounds(step.symbol, step.bounds);
        break;
    }
  }
  ForgetRewrites();
}

Expr SymbolState::Solution(SymbolId id) const {
  return id < solved_.size() ? solved_[id].solution : Expr();
}

void SymbolState::SetSolution(SymbolId id, Expr solution) {
  if (id >= solved_.size()) {
    arena_.CountWork((id + 1 - solved_.size()) / kSymbolsPerCount);
    solved_.resize(id + 1);
  }
  solved_count_ += solution.is_unknown() ? 0 : 1;
  solved_count_ -= solved_[id].solution.is_unknown() ? 0 : 1;
  solved_[id].solution = solution;
}

void SymbolState::SetShortcut(SymbolId id, Expr shortcut) {
  if (!arena_.CountWork(kCountPerShortcut)) return;
  Remember({Step::Kind::kShortcut, id, {}, std::exchange(solved_[id].shortcut, shortcut)});
}

// The end of a chain of symbols each of which equals the next; keeps it as their shortcut.
Expr SymbolState::FollowSymbols(Expr e) {
  Expr last = e;
  int steps = 0;
  while (arena_.AsSymbol(last) != nullptr) {
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

Expr SymbolState::Substitute(Expr e) {
  const auto now = [this](SymbolId id) {
    const Expr next = Next(id);
    return next.is_unknown() ? Expr::FromNode(arena_.symbol(id).node) : next;
  };
  const auto conclude = [this](SymbolId id, Expr last) { SetShortcut(id, last); };
  while (true) {
    e = FollowSymbols(e);
    if (!e.is_symbolic() || arena_.AsSymbol(e) != nullptr) return e;
    // The result may simplify further: repeats until nothing changes.
    const Expr next = rewriter_.RewriteFully(e, now, conclude);
    if (next == e || !next.is_symbolic()) return next;
    e = next;
  }
}

Expr SymbolState::Simplify(Expr e) {
  const auto now = [this](SymbolId id) {
    const Interval bounds = arena_.SymbolBounds(id);
    if (bounds.is_point()) return Expr(bounds.min);
    return Expr::FromNode(arena_.symbol(id).node);
  };
  // A symbol that is free or stands for a number, as most do, needs no walk.
  if (arena_.AsSymbol(e) != nullptr) {
    const SymbolId symbol = arena_.node(e.node()).symbol;
    const Expr next = Next(symbol);
    if (next.is_unknown()) return now(symbol);
    if (next.is_constant()) return arena_.CountWork(1) ? next : Expr();
  }
  e = Resolve(e);
  if (!e.is_symbolic()) return e;
  const ExprNode& node = arena_.node(e.node());
  return node.kind == NodeKind::kSymbol ? now(node.symbol) : finalizer_.Rewrite(e, now);
}

}  // namespace shapewright::symbolic
