#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_FACTS_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_FACTS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/base/hash_map.h"
#include "core/base/huge_pages.h"
#include "core/symbolic/algebra/substitute.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/site.h"

namespace shapewright::symbolic {

// Numbers = shapewright.v1.Constraint.Relation.
enum class Relation : uint8_t {
  kEqual = 1,
  kAtMost = 2,
  kDivisible = 3,      // right divides left
  kBroadcastable = 4,  // left = right, or one of them is 1 (S1)
  kNotEqual = 5,
};

// Numbers = shapewright.v1.Constraint.Basis (S5).
enum class Basis : uint8_t { kRequired = 1, kAssumed = 2, kDeclared = 3 };

// The result of adding a constraint.
enum class Verdict : uint8_t {
  kProved,   // it always holds; nothing is recorded
  kOpen,     // it may hold; recorded, and assumed from now on
  kRefuted,  // it can never hold; recorded in refuted() (S19)
};

// Why a fact is required, and where its two sides come from.
struct FactSource {
  Basis basis = Basis::kRequired;
  Site left;
  Site right;
  // A literal: static storage.
  absl::string_view reason;

  friend bool operator==(const FactSource&, const FactSource&) = default;
  template <typename H>
  friend H AbslHashValue(H state, const FactSource& source) {
    return H::combine(std::move(state), source.basis, source.left, source.right, source.reason);
  }
};

// The branch or body that a scope stands for (S2). `control` is the node.
struct Guard {
  Site control;
  std::string branch;  // "then_branch", "else_branch", "body"
  // The branch certainly runs: its facts hold outside too.
  bool is_proved = false;
  // It runs only where all of these are positive.
  std::vector<Expr> runs_if = {};
};

using ScopeId = uint32_t;
inline constexpr ScopeId kRootScope = 0;

struct Fact {
  Relation relation;
  Expr left;
  Expr right;
  FactSource source;
  ScopeId scope;
  // Further places that require the same fact; the first few.
  std::vector<Site> also;
};

// Whether facts of a source are added; the others are ignored.
using FactFilter = std::function<bool(const FactSource&)>;

struct Scope {
  ScopeId parent = kRootScope;
  Guard guard;
};

// The constraints that must hold at run time: a scoped store with a trail (S2 to S5). Equalities
// become substitutions where S3 allows; inequalities narrow the intervals of the arena's symbols.
// Popping a scope undoes both; the facts themselves stay listed with their scope. Not thread-safe.
class FactStore {
 public:
  explicit FactStore(ExprArena& arena);
  FactStore(const FactStore&) = delete;
  FactStore& operator=(const FactStore&) = delete;

  // Removes all facts, for an arena that has been reset.
  void Reset();

  Verdict RequireEqual(Expr a, Expr b, const FactSource& source);
  Verdict RequireAtMost(Expr a, Expr b, const FactSource& source);
  Verdict RequireDivisible(Expr a, Expr b, const FactSource& source);
  Verdict RequireNotEqual(Expr a, Expr b, const FactSource& source);
  // Never an equality, unless neither side can be 1 (S1).
  Verdict RequireBroadcastable(Expr a, Expr b, const FactSource& source);

  // Whether exactly this fact was recorded, and holds in the current scope.
  bool IsRecorded(Relation relation, Expr a, Expr b) const {
    return known_.contains(Key{relation, a, b});
  }

  // A shared name of inputs (S5): recorded though both sides are one expression.
  void RecordDeclared(Expr a, Expr b, const FactSource& source);

  // The expression with all known equalities substituted.
  Expr Resolve(Expr e) { return has_substitutions() && e.is_symbolic() ? Substitute(e) : e; }
  // Resolve, and simplify by the intervals as they are now; for a final pass.
  Expr Finalize(Expr e) { return has_learned() && e.is_symbolic() ? Simplify(e) : e; }
  bool has_substitutions() const { return solved_count_ > 0; }
  // Whether Finalize() may change anything.
  bool has_learned() const { return learned_; }
  // What a symbol equals, or the unknown expression.
  Expr Solution(SymbolId id) const;
  // The symbols that facts replaced or left one value, in the order in which they did, each once.
  const std::vector<SymbolId>& settled() const { return settled_; }

  void PushScope(Guard guard);
  void PopScope();
  ScopeId current_scope() const { return scope_; }
  // Whether a scope is the current one or encloses it: its facts hold here.
  bool IsOpen(ScopeId scope) const;
  // Changes whenever Resolve() may return something else; never 0.
  uint32_t generation() const { return generation_; }
  const std::vector<Scope>& scopes() const { return scopes_; }
  const std::vector<Fact>& facts() const { return facts_; }
  // Facts that contradict those recorded before them.
  const std::vector<Fact>& refuted() const { return refuted_; }
  // From now on facts that the filter rejects count as proved, but not those between two constants.
  // Used to find out which facts contradict each other.
  void SetFilter(FactFilter filter) { filter_ = std::move(filter); }
  // Whether a fact that is required again records the place. Off in the rounds of a fixed point and
  // in branches that never run. Returns the previous setting.
  bool SetNotesPlaces(bool notes_places) { return std::exchange(notes_places_, notes_places); }
  // Removes all but the first `count` facts from the list, for rounds of a fixed point. What they
  // imply stays in effect.
  void ForgetFactsAfter(size_t count) {
    facts_.erase(facts_.begin() + static_cast<ptrdiff_t>(count), facts_.end());
  }
  void ForgetRefutedAfter(size_t count) {
    refuted_.erase(refuted_.begin() + static_cast<ptrdiff_t>(count), refuted_.end());
  }

 private:
  struct Key {
    Relation relation;
    Expr left;
    Expr right;
    friend bool operator==(const Key&, const Key&) = default;
    template <typename H>
    friend H AbslHashValue(H state, const Key& key) {
      return H::combine(std::move(state), key.relation, key.left, key.right);
    }
  };
  // One change to undo.
  struct Step {
    enum class Kind : uint8_t { kSolved, kShortcut, kBounds, kKnown };
    Kind kind = Kind::kKnown;
    SymbolId symbol = 0;
    Interval bounds;
    Expr shortcut;
    Key key{Relation::kEqual, Expr(), Expr()};
  };

  void Remember(const Step& step);
  Verdict Record(Relation relation, Expr a, Expr b, const FactSource& source);
  Verdict Refute(Relation relation, Expr a, Expr b, const FactSource& source);
  // Whether the filter rejects the fact, or the work is stopped.
  bool IsFilteredOut(Expr a, Expr b, const FactSource& source);
  bool CanEliminate(const ExprNode& node, const FactSource& source) const;
  // The symbol that is to be replaced where two atoms or constants are equal.
  SymbolId ChooseAtom(Expr a, Expr b, const FactSource& source) const;
  SymbolId ChooseEliminated(absl::Span<const Term> difference, const FactSource& source) const;
  Verdict Eliminate(SymbolId symbol, absl::Span<const Term> difference, const FactSource& source);
  Verdict Replace(SymbolId symbol, Expr solution, const FactSource& source);
  Verdict RequireEqualAtoms(Expr a, Expr b, const FactSource& source);
  void Narrow(SymbolId symbol, Interval bounds);
  // Narrow symbols by a sum that is not negative, or by an expression within an interval. `depth`
  // counts the operations above.
  void NarrowBySum(absl::Span<const Term> sum, int depth = 0);
  void NarrowNode(NodeId id, Interval bounds, int depth);
  void NarrowExpr(Expr e, Interval bounds, int depth);
  void NarrowFactors(absl::Span<const NodeId> factors, Interval bounds, int depth);
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
  // What a symbol equals, unknown where it is free; and the same with later solutions put in, once
  // somebody asked: chains are walked once, not each time.
  struct Solved {
    Expr solution;
    Expr shortcut;
  };
  std::vector<Solved> solved_;  // by symbol; free beyond
  size_t solved_count_ = 0;
  std::vector<SymbolId> settled_;
  // The place of each known fact in facts_.
  HashMap<Key, size_t, absl::Hash<Key>, std::equal_to<Key>,
          HugePageAllocator<std::pair<const Key, size_t>>>
      known_;
  std::vector<Fact> facts_;
  std::vector<Fact> refuted_;
  FactFilter filter_;
  std::vector<Scope> scopes_;
  std::vector<Step> trail_;  // since the root scope, which is never left
  struct ScopeStart {
    size_t trail;
    size_t settled;
  };
  std::vector<ScopeStart> scope_starts_;
  ScopeId scope_ = kRootScope;
  uint32_t generation_ = 1;
  bool learned_ = false;
  bool notes_places_ = true;
};

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_FACTS_H_
