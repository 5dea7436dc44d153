#include "core/inference/facts/implied_facts.h"

#include <algorithm>
#include <utility>

#include "core/symbolic/facts/require_fact.h"

namespace shapewright::inference {
namespace {

using symbolic::Basis;
using symbolic::ExprArena;
using symbolic::Fact;
using symbolic::FactStore;
using symbolic::Interval;
using symbolic::ScopeId;
using symbolic::SymbolId;
using symbolic::Verdict;

// With more facts than this nothing is decided.
constexpr size_t kMaxFacts = 2000;
// Within a scope, up to this many facts are each compared with all others.
constexpr size_t kMaxCompared = 48;
// At most this fraction of the request's work limit (S66).
constexpr uint64_t kImpliedShare = 16;

using Places = std::vector<size_t>;

// Sets the arena's intervals back to what they were before any fact, for its own lifetime.
class DeclaredBounds {
 public:
  DeclaredBounds(ExprArena& arena, absl::Span<const Interval> declared) : arena_(arena) {
    for (SymbolId id = 0; id < declared.size(); ++id) {
      learned_.push_back(arena.SymbolBounds(id));
      arena.SetSymbolBounds(id, declared[id]);
    }
  }
  DeclaredBounds(const DeclaredBounds&) = delete;
  DeclaredBounds& operator=(const DeclaredBounds&) = delete;
  ~DeclaredBounds() {
    for (SymbolId id = 0; id < learned_.size(); ++id) arena_.SetSymbolBounds(id, learned_[id]);
  }

 private:
  ExprArena& arena_;
  std::vector<Interval> learned_;
};

class Finder {
 public:
  Finder(ExprArena& arena, const FactStore& store)
      : arena_(arena), store_(store), facts_(store.facts()) {
    found_.is_implied.resize(facts_.size());
  }

  Implications Find() {
    Places considered;
    for (size_t i = 0; i < facts_.size(); ++i) {
      const Basis basis = facts_[i].source.basis;
      if (basis == Basis::kRequired || basis == Basis::kAssumed) considered.push_back(i);
      if (basis == Basis::kPremise && !IsOfInterval(facts_[i])) premises_.push_back(i);
    }
    found_.is_whole = considered.size() + premises_.size() <= kMaxFacts;
    if (found_.is_whole) {
      for (const ScopeId scope : ScopesOf(considered)) {
        if (!arena_.CountWork(considered.size())) break;
        FindWithin(scope, considered);
      }
    }
    return std::move(found_);
  }

 private:
  // What the declared intervals say already.
  bool IsOfInterval(const Fact& fact) const {
    const bool is_of_symbol =
        arena_.AsSymbol(fact.left) != nullptr || arena_.AsSymbol(fact.right) != nullptr;
    return is_of_symbol && (fact.left.is_constant() || fact.right.is_constant());
  }

  // Outer scopes before inner ones.
  std::vector<ScopeId> ScopesOf(const Places& places) const {
    std::vector<ScopeId> scopes;
    for (const size_t i : places) scopes.push_back(facts_[i].scope);
    std::sort(scopes.begin(), scopes.end());
    scopes.erase(std::unique(scopes.begin(), scopes.end()), scopes.end());
    return scopes;
  }

  bool IsAround(ScopeId outer, ScopeId inner) const {
    while (inner > outer) inner = store_.scopes()[inner].parent;
    return inner == outer;
  }

  void FindWithin(ScopeId scope, const Places& considered) {
    Places around;
    Places own;
    for (const size_t i : considered) {
      if (facts_[i].scope == scope) {
        own.push_back(i);
      } else if (IsAround(facts_[i].scope, scope) && !found_.is_implied[i]) {
        around.push_back(i);
      }
    }
    if (own.size() + around.size() + premises_.size() < 2) return;
    const Places taken = TakeBackwards(around, own);
    if (taken.size() <= kMaxCompared) CompareEach(taken, own);
  }

  // Takes required facts first, each group from the last to the first: a fact that later facts
  // imply was not redundant yet when it was recorded. Returns those that are not implied.
  Places TakeBackwards(const Places& around, const Places& own) {
    FactStore probe(arena_);
    probe.PushScope({});
    for (const size_t i : premises_) symbolic::RequireFact(probe, facts_[i]);
    for (const size_t i : around) symbolic::RequireFact(probe, facts_[i]);
    Places taken = premises_;
    taken.insert(taken.end(), around.begin(), around.end());
    for (const Basis basis : {Basis::kRequired, Basis::kAssumed}) {
      for (auto it = own.rbegin(); it != own.rend(); ++it) {
        if (facts_[*it].source.basis != basis) continue;
        const Verdict verdict = symbolic::RequireFact(probe, facts_[*it]);
        if (verdict == Verdict::kProved) found_.is_implied[*it] = true;
        if (verdict == Verdict::kOpen) taken.push_back(*it);
        const bool is_small = taken.size() <= kMaxCompared;
        if (verdict == Verdict::kRefuted && is_small) contradicted_.push_back({*it, taken});
      }
    }
    probe.PopScope();
    for (const auto& [place, others] : contradicted_) AddContradiction(place, others);
    contradicted_.clear();
    return taken;
  }

  // Finds facts that all the others together imply, whether earlier or later.
  void CompareEach(const Places& taken, const Places& own) {
    for (auto it = own.rbegin(); it != own.rend(); ++it) {
      if (found_.is_implied[*it]) continue;
      Places others;
      for (const size_t other : taken) {
        const bool is_firm = facts_[other].source.basis == Basis::kPremise ||
                             facts_[other].source.basis <= facts_[*it].source.basis;
        const bool counts = other != *it && !found_.is_implied[other] && is_firm;
        if (counts) others.push_back(other);
      }
      found_.is_implied[*it] = Conclude(others, *it) == Verdict::kProved;
    }
  }

  void AddContradiction(size_t place, Places needed) {
    for (size_t i = needed.size(); i-- > 0;) {
      Places fewer = needed;
      fewer.erase(fewer.begin() + static_cast<ptrdiff_t>(i));
      if (Conclude(fewer, place) == Verdict::kRefuted) needed = std::move(fewer);
    }
    needed.push_back(place);
    std::sort(needed.begin(), needed.end());
    found_.contradictions.push_back(std::move(needed));
  }

  // The verdict on a fact when some others hold.
  Verdict Conclude(const Places& others, size_t place) const {
    FactStore probe(arena_);
    probe.PushScope({});
    for (const size_t other : others) symbolic::RequireFact(probe, facts_[other]);
    const Verdict verdict = symbolic::RequireFact(probe, facts_[place]);
    probe.PopScope();
    return verdict;
  }

  ExprArena& arena_;
  const FactStore& store_;
  const std::vector<Fact>& facts_;
  Implications found_;
  // Those of several symbols: they are never left out, and hold everywhere.
  Places premises_;
  // A fact, and the facts that refute it.
  std::vector<std::pair<size_t, Places>> contradicted_;
};

}  // namespace

Implications FindImplications(ExprArena& arena, const FactStore& facts,
                              absl::Span<const Interval> declared, Work& work) {
  const DeclaredBounds bounds(arena, declared);
  const Work::Share share(work, work.limit() / kImpliedShare);
  Implications found = Finder(arena, facts).Find();
  if (!share.is_exhausted()) return found;
  Implications none;
  none.is_implied.resize(facts.facts().size());
  none.is_whole = false;
  return none;
}

}  // namespace shapewright::inference
