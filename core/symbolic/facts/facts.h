#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_FACTS_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_FACTS_H_

#include <cstdint>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/base/hash_map.h"
#include "core/base/huge_pages.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/facts/check.h"
#include "core/symbolic/facts/elimination.h"
#include "core/symbolic/facts/symbol_state.h"
#include "core/symbolic/site.h"

namespace shapewright::symbolic {

// The numbers are those of shapewright.v1.Fact.Relation.
enum class Relation : uint8_t {
  kEqual = 1,
  kAtMost = 2,
  kDivisible = 3,      // right divides left
  kBroadcastable = 4,  // left = right, or one of them is 1 (S1)
  kNotEqual = 5,
};

// The numbers are those of shapewright.v1.Fact.Basis (S5).
enum class Basis : uint8_t { kRequired = 1, kAssumed = 2, kDeclared = 3, kPremise = 4 };

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
  Check check = {};

  absl::string_view reason() const { return check.sentence; }
  friend bool operator==(const FactSource& a, const FactSource& b) {
    return a.basis == b.basis && a.left == b.left && a.right == b.right && a.reason() == b.reason();
  }
  template <typename H>
  friend H AbslHashValue(H state, const FactSource& source) {
    return H::combine(std::move(state), source.basis, source.left, source.right, source.reason());
  }
};

// The branch or body that a scope is for (S2): `control` is the node of the If, Loop or Scan. Or
// some of the cases of a node's operands (S34): `control` is the node, and the only one of
// `runs_if` the condition.
struct Guard {
  Site control;
  std::string branch;  // "then_branch", "else_branch", "body"; empty: cases
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
  // It is required only where what a rule chose holds (FactStore::NoteChoice): told as assumed.
  bool rests_on_choice = false;

  // Whether it holds in every run that succeeds and keeps what is promised.
  bool is_firm() const {
    return !rests_on_choice &&
           (source.basis == Basis::kRequired || source.basis == Basis::kPremise);
  }
  Basis told_basis() const { return rests_on_choice ? Basis::kAssumed : source.basis; }
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

  // A fact that is only assumed is recorded, and decides nothing else: it replaces no symbol,
  // narrows no interval and refutes nothing (S4).
  Verdict RequireEqual(Expr a, Expr b, const FactSource& source);
  Verdict RequireAtMost(Expr a, Expr b, const FactSource& source);
  Verdict RequireDivisible(Expr a, Expr b, const FactSource& source);
  Verdict RequireNotEqual(Expr a, Expr b, const FactSource& source);
  // Adds an equality only where neither side can be 1 (S1).
  Verdict RequireBroadcastable(Expr a, Expr b, const FactSource& source);

  // `e` is taken for something that it need not be, as a size where 0 and -1 mean something else
  // (S10). What is required of the elements of inputs in it from now on rests on that; of dims in
  // it, what this node requires, and those that are made of its results (SetFollowsChoice).
  void NoteChoice(Expr e);
  // Whether an expression mentions such an element, or such a dim where that counts.
  bool RestsOnChoice(Expr e) const;
  // Whether the facts to come are of a node that is made of what was chosen about dims.
  void SetFollowsChoice(bool follows) { follows_choice_ = follows; }
  bool follows_choice() const { return follows_choice_; }

  // Whether exactly this fact was recorded, and holds in the current scope.
  bool IsRecorded(Relation relation, Expr a, Expr b) const {
    return known_.contains(Key{relation, false, a, b}) ||
           known_.contains(Key{relation, true, a, b});
  }

  // A shared name of inputs (S5): recorded though both sides are one expression.
  void RecordDeclared(Expr a, Expr b, const FactSource& source);

  // Intersects the interval of a symbol with one that is given; adds no fact.
  void DeclareBounds(SymbolId id, Interval bounds) { symbols_.Declare(id, bounds); }

  // What the facts say of the symbols: see SymbolState. Resolve() replaces symbols by what they
  // equal; Finalize() is for a last pass.
  Expr Resolve(Expr e) { return symbols_.Resolve(e); }
  Expr Finalize(Expr e) { return symbols_.Finalize(e); }
  bool has_substitutions() const { return symbols_.has_substitutions(); }
  bool has_learned() const { return symbols_.has_learned(); }
  Expr Solution(SymbolId id) const { return symbols_.Solution(id); }
  const std::vector<SymbolId>& settled() const { return symbols_.settled(); }
  uint32_t generation() const { return symbols_.generation(); }

  void PushScope(Guard guard);
  void PopScope();
  ScopeId current_scope() const { return scope_; }
  const ExprArena& arena() const { return arena_; }
  // Whether a scope is the current one or encloses it: its facts hold here.
  bool IsOpen(ScopeId scope) const;
  const std::vector<Scope>& scopes() const { return scopes_; }
  const std::vector<Fact>& facts() const { return facts_; }
  // Facts that contradict those recorded before them.
  const std::vector<Fact>& refuted() const { return refuted_; }
  // Whether an assumption is in effect, or a type that the model only declares (S5, S6): then a
  // contradiction may be theirs.
  bool rests_on_assumptions() const { return rests_on_assumptions_; }
  void SetRestsOnAssumptions(bool rests) { rests_on_assumptions_ = rests; }
  // From now on facts that the filter rejects count as proved, but not those between two constants.
  // For finding out which facts contradict each other.
  void SetFilter(FactFilter filter) { filter_ = std::move(filter); }
  // For the rounds of a fixed point and for branches that never run: facts that are added between
  // BeginTrial() and EndTrial() are removed from the list at the end, and facts that were known
  // before do not record further sites. What the facts imply stays in effect.
  struct Trial {
    size_t facts = 0;
    size_t refuted = 0;
    bool notes_places = true;
  };
  Trial BeginTrial() {
    return {facts_.size(), refuted_.size(), std::exchange(notes_places_, false)};
  }
  void EndTrial(const Trial& trial) {
    ForgetFactsAfter(trial.facts);
    ForgetRefutedAfter(trial.refuted);
    notes_places_ = trial.notes_places;
  }
  // Removes all but the first `count` facts from the list. What they imply stays in effect.
  void ForgetFactsAfter(size_t count) {
    facts_.erase(facts_.begin() + static_cast<ptrdiff_t>(count), facts_.end());
  }
  // The same, and returns them. Those of scopes that have ended may be put back.
  std::vector<Fact> TakeFactsAfter(size_t count) {
    std::vector<Fact> taken(std::make_move_iterator(facts_.begin() + static_cast<ptrdiff_t>(count)),
                            std::make_move_iterator(facts_.end()));
    ForgetFactsAfter(count);
    return taken;
  }
  void PutBack(Fact fact) { facts_.push_back(std::move(fact)); }
  void ForgetRefutedAfter(size_t count) {
    refuted_.erase(refuted_.begin() + static_cast<ptrdiff_t>(count), refuted_.end());
  }

 private:
  struct Key {
    Relation relation;
    bool is_firm;  // what is required is a fact of its own
    Expr left;
    Expr right;
    friend bool operator==(const Key&, const Key&) = default;
    template <typename H>
    friend H AbslHashValue(H state, const Key& key) {
      return H::combine(std::move(state), key.relation, key.is_firm, key.left, key.right);
    }
  };

  static Key KeyOf(const Fact& fact) {
    return {fact.relation, fact.is_firm(), fact.left, fact.right};
  }
  Verdict Record(Relation relation, Expr a, Expr b, const FactSource& source);
  Verdict Refute(Relation relation, Expr a, Expr b, const FactSource& source);
  // Whether the filter rejects the fact, or the work is stopped.
  bool IsFilteredOut(Expr a, Expr b, const FactSource& source);
  // Whether a required fact about these sides rests on NoteChoice().
  bool RestsOnChoice(Expr a, Expr b, const FactSource& source) const;
  // Whether something may be concluded from it: not where it is assumed, or rests on a choice.
  bool IsConclusive(Expr a, Expr b, const FactSource& source) const {
    return source.basis != Basis::kAssumed && !RestsOnChoice(a, b, source);
  }
  // Lets the intervals of sums follow from a premise: `sum` is at least 0.
  void AddRow(absl::Span<const Term> sum, const FactSource& source);
  // What certainly divides an expression, by required facts and premises that it is a multiple of a
  // constant: at least 1. And whether these show that a constant divides each term.
  int64_t KnownDivisor(Expr e) const;
  bool DividesEachTerm(Expr e, int64_t divisor) const;
  // Whether a symbol of an input may be replaced, which takes more than a declaration.
  static bool MayReplaceInput(const FactSource& source) { return source.basis != Basis::kDeclared; }
  // False where the intervals of the symbol and its solution have nothing in common.
  bool Replace(const Elimination& found, const FactSource& source);
  Verdict RequireEqualAtoms(Expr a, Expr b, const FactSource& source);

  ExprArena& arena_;
  SymbolState symbols_;
  // The index of each known fact in facts_.
  HashMap<Key, size_t, absl::Hash<Key>, std::equal_to<Key>,
          HugePageAllocator<std::pair<const Key, size_t>>>
      known_;
  std::vector<Fact> facts_;
  // Where in facts_ the first facts are that something is a multiple of a constant; some may be
  // forgotten by now.
  std::vector<size_t> multiples_;
  std::vector<Fact> refuted_;
  FactFilter filter_;
  // Elements and dims of NoteChoice(); ascending.
  std::vector<SymbolId> chosen_;
  std::vector<SymbolId> chosen_dims_;
  std::vector<Scope> scopes_;
  // The known facts that were added within scopes, and the length of that list as each scope began.
  std::vector<Key> added_;
  std::vector<size_t> scope_starts_;
  ScopeId scope_ = kRootScope;
  bool notes_places_ = true;
  bool rests_on_assumptions_ = false;
  bool follows_choice_ = false;
};

// A scope for a question: at its end what was learned in it is undone, and the facts that it listed
// are removed.
class QuestionScope {
 public:
  explicit QuestionScope(FactStore& facts) : facts_(facts), known_(facts.facts().size()) {
    facts_.PushScope({});
  }
  QuestionScope(const QuestionScope&) = delete;
  QuestionScope& operator=(const QuestionScope&) = delete;
  ~QuestionScope() {
    facts_.PopScope();
    facts_.ForgetFactsAfter(known_);
  }

 private:
  FactStore& facts_;
  size_t known_;
};

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_FACTS_H_
