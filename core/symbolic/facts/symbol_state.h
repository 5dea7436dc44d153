#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_SYMBOL_STATE_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_SYMBOL_STATE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/symbolic/algebra/substitute.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/interval.h"

namespace shapewright::symbolic {

// What facts say of the symbols of an arena: the expression that replaces one, and its interval,
// which the arena holds. All changes go through here, so that the end of a scope undoes those
// within it, and cached rewrites are dropped with each. Not thread-safe.
class SymbolState {
 public:
  explicit SymbolState(ExprArena& arena) : arena_(arena), rewriter_(arena), finalizer_(arena) {}
  SymbolState(const SymbolState&) = delete;
  SymbolState& operator=(const SymbolState&) = delete;

  // For an arena that has been reset.
  void Reset();

  // Replaces a symbol that is free by an expression without it.
  void Solve(SymbolId id, Expr solution);
  // Intersects its interval with the bounds, unless nothing would be left.
  void Narrow(SymbolId id, Interval bounds);

  // The same of what is given rather than found out: nothing counts as learned.
  void Declare(SymbolId id, Interval bounds);

  // Begins a scope within the present one; ends it, and undoes what was done since.
  void PushScope() { scopes_.push_back({trail_.size(), settled_.size()}); }
  void PopScope();

  // The expression with all replacements put in.
  Expr Resolve(Expr e) { return has_substitutions() && e.is_symbolic() ? Substitute(e) : e; }
  // Resolve, and simplify by the intervals as they are now.
  Expr Finalize(Expr e) { return has_learned() && e.is_symbolic() ? Simplify(e) : e; }
  bool has_substitutions() const { return solved_count_ > 0; }
  // Whether Finalize() may change anything.
  bool has_learned() const { return learned_; }
  // What replaces a symbol, or the unknown expression.
  Expr Solution(SymbolId id) const;
  // The symbols that were replaced or left one value, in that order, each once.
  const std::vector<SymbolId>& settled() const { return settled_; }
  // Changes whenever Resolve() may return something else; never 0.
  uint32_t generation() const { return generation_; }

 private:
  // What a symbol equals, unknown where it is free; and the same with later solutions put in, once
  // somebody asked: chains are walked once, not each time.
  struct Solved {
    Expr solution;
    Expr shortcut;
  };
  // One change to undo.
  struct Step {
    enum class Kind : uint8_t { kSolved, kShortcut, kBounds };
    Kind kind;
    SymbolId symbol;
    Interval bounds = {};
    Expr shortcut = {};
  };
  struct ScopeStart {
    size_t trail;
    size_t settled;
  };

  // In the root scope, which is never left, nothing is remembered.
  void Remember(const Step& step) {
    if (!scopes_.empty()) trail_.push_back(step);
  }
  void ForgetRewrites();
  void SetSolution(SymbolId id, Expr solution);
  // What to put in for a symbol: unknown where it is free.
  Expr Next(SymbolId id) const {
    if (id >= solved_.size()) return Expr();
    const Solved& solved = solved_[id];
    return solved.shortcut.is_unknown() ? solved.solution : solved.shortcut;
  }
  // From now on the symbol leads there at once.
  void SetShortcut(SymbolId id, Expr shortcut);
  Expr FollowSymbols(Expr e);
  Expr Substitute(Expr e);
  Expr Simplify(Expr e);

  ExprArena& arena_;
  Rewriter rewriter_;
  Rewriter finalizer_;
  std::vector<Solved> solved_;  // by symbol; free beyond
  size_t solved_count_ = 0;
  std::vector<SymbolId> settled_;
  std::vector<Step> trail_;
  std::vector<ScopeStart> scopes_;
  uint32_t generation_ = 1;
  bool learned_ = false;
};

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_SYMBOL_STATE_H_
