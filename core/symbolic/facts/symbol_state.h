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

// What facts say of the symbols of an arena: an expression that a symbol equals, and its interval,
// which the arena holds. All changes go through here, so that the end of a scope undoes its own,
// and each drops the cached rewrites. Not thread-safe.
class SymbolState {
 public:
  explicit SymbolState(ExprArena& arena) : arena_(arena), rewriter_(arena), finalizer_(arena) {}
  SymbolState(const SymbolState&) = delete;
  SymbolState& operator=(const SymbolState&) = delete;

  // For an arena that has been reset.
  void Reset();

  // Replaces a symbol that has no solution yet by an expression that does not mention it.
  void Solve(SymbolId id, Expr solution);
  // Intersects its interval with the bounds, unless nothing would be left.
  void Narrow(SymbolId id, Interval bounds);

  // The same for an interval that is given: has_learned() does not change.
  void Declare(SymbolId id, Interval bounds);

  // Begins a scope within the present one; ends it, and undoes what was done since.
  void PushScope() { scopes_.push_back({trail_.size(), settled_.size()}); }
  void PopScope();

  // The expression with all solved symbols replaced.
  Expr Resolve(Expr e) { return has_substitutions() && e.is_symbolic() ? Substitute(e) : e; }
  // Resolve(), and simplification by the present intervals.
  Expr Finalize(Expr e) { return has_learned() && e.is_symbolic() ? Simplify(e) : e; }
  bool has_substitutions() const { return solved_count_ > 0; }
  // Whether Finalize() may change anything.
  bool has_learned() const { return learned_; }
  // What replaces a symbol, or the unknown expression.
  Expr Solution(SymbolId id) const;
  // The symbols that were solved, or whose interval became one value, in that order, each once.
  const std::vector<SymbolId>& settled() const { return settled_; }
  // Changes whenever Resolve() may return something else; never 0.
  uint32_t generation() const { return generation_; }

 private:
  // What a symbol equals (unknown where nothing is known), and the same after all replacements,
  // kept at the first request: chains are walked once, not each time.
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

  // Nothing in the root scope, which is never left.
  void Remember(const Step& step) {
    if (!scopes_.empty()) trail_.push_back(step);
  }
  void ForgetRewrites();
  void SetSolution(SymbolId id, Expr solution);
  // What replaces a symbol; unknown if nothing does.
  Expr Next(SymbolId id) const {
    if (id >= solved_.size()) return Expr();
    const Solved& solved = solved_[id];
    return solved.shortcut.is_unknown() ? solved.solution : solved.shortcut;
  }
  // Keeps where the chain of a symbol ends.
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
