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

// What the store says to something that is to hold.
enum class Verdict : uint8_t {
  kProved,   // it always holds; nothing is recorded
  kOpen,     // it may hold, and is taken to from now on
  kRefuted,  // it can never hold, and goes on the list of those (S19)
};

// Who asks for a fact, and where its two sides come from.
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
  // The branch surely runs: what it learns holds outside too.
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
  // Where else the same is asked for; the first few places.
  std::vector<Site> also;
};

// Whether the facts of a source are taken at all.
using FactFilter = std::function<bool(const FactSource&)>;

struct Scope {
  ScopeId parent = kRootScope;
  Guard guard;
};

// What must hold at run time, as learned so far: a scoped store with a trail
// (S2 to S5). Equalities become substitutions where S3 allows; one-sided facts
// narrow the intervals of the arena's symbols. Popping a scope takes back both;
// the facts themselves stay listed with their scope. Not thread-safe.
class FactStore {
 public:
  explicit FactStore(ExprArena& arena);
  FactStore(const FactStore&) = delete;
  FactStore& operator=(const FactStore&) = delete;

  // As if new, for an arena that has been reset.
  void Reset();

  Verdict RequireEqual(Expr a, Expr b, const FactSource& source);
  Verdict RequireAtMost(Expr a, Expr b, const FactSource& source);
  Verdict RequireDivisible(Expr a, Expr b, const FactSource& source);
  Verdict RequireNotEqual(Expr a, Expr b, const FactSource& source);
  // Never an equality, unless neither side can be 1 (S1).
  Verdict RequireBroadcastable(Expr a, Expr b, const FactSource& source);

  // Whether this very fact was recorded, and holds in the present scope.
  bool IsRecorded(Relation relation, Expr a, Expr b) const {
    return known_.contains(Key{relation, a, b});
  }

  // A shared name of inputs (S5): recorded though both sides are one expression.
  void RecordDeclared(Expr a, Expr b, const FactSource& source);

  // The expression with all that is known put in.
  Expr Resolve(Expr e) { return has_substitutions() && e.is_symbolic() ? Substitute(e) : e; }
  // Resolve, and simplify by the intervals as they are now; for a final pass.
  Expr Finalize(Expr e) { return has_learned() && e.is_symbolic() ? Simplify(e) : e; }
  bool has_substitutions() const { return solved_count_ > 0; }
  // True once anything was learned that Finalize could put to use.
  bool has_learned() const { return learned_; }
  // What a symbol equals, or the unknown expression.
  Expr Solution(SymbolId id) const;
  // The symbols that facts replaced or left one value, in the order in which they did, each once.
  const std::vector<SymbolId>& settled() const { return settled_; }

  void PushScope(Guard guard);
  void PopScope();
  ScopeId current_scope() const { return scope_; }
  // Whether a scope is the present one or around it: what is known there holds here.
  bool IsOpen(ScopeId scope) const;
  // Another number whenever Resolve may answer something else; never 0.
  uint32_t generation() const { return generation_; }
  const std::vector<Scope>& scopes() const { return scopes_; }
  const std::vector<Fact>& facts() const { return facts_; }
  // What can never hold beside the facts that were there before it.
  const std::vector<Fact>& refuted() const { return refuted_; }
  // From now on what the filter says no to is passed over as if proved; for
  // finding out which facts contradict each other. Not of two constants.
  void SetFilter(FactFilter filter) { filter_ = std::move(filter); }
  // While not set, facts that are asked for again do not note where: what is inferred only to find
  // a fixed point, or never runs, asks for nothing. Returns what was set before.
  bool SetNotesPlaces(bool notes_places) { return std::exchange(notes_places_, notes_places); }
  // Takes facts off the list, not out of effect: for what was inferred only to
  // find a fixed point. `count` facts stay.
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
  // One thing to take back.
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
  // Counts the work of the question.
  bool IsFilteredOut(Expr a, Expr b, const FactSource& source);
  bool CanEliminate(const ExprNode& node, const FactSource& source) const;
  // The symbol that is to be replaced where two atoms or constants are equal.
  SymbolId ChooseAtom(Expr a, Expr b, const FactSource& source) const;
  SymbolId ChooseEliminated(absl::Span<const Term> difference, const FactSource& source) const;
  Verdict Eliminate(SymbolId symbol, absl::Span<const Term> difference, const FactSource& source);
  Verdict Replace(SymbolId symbol, Expr solution, const FactSource& source);
  Verdict RequireEqualAtoms(Expr a, Expr b, const FactSource& source);
  void Narrow(SymbolId symbol, Interval bounds);
  // What a sum that is not negative, or an expression within an interval, says
  // of its symbols. `depth` counts the operations above.
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
