#include "core/inference/facts/implied_facts.h"

#include <algorithm>
#include <utility>

#include "core/symbolic/expr_node.h"
#include "core/symbolic/facts/require_fact.h"

namespace shapewright::inference {
namespace {

using symbolic::Basis;
using symbolic::ExprArena;
using symbolic::Fact;
using symbolic::FactStore;
using symbolic::Interval;
using symbolic::NodeId;
using symbolic::ScopeId;
using symbolic::SymbolId;
using symbolic::Verdict;

// With more facts than this nothing is decided.
constexpr size_t kMaxFacts = 2000;
// Within a scope, up to this many facts are each compared with all others.
constexpr size_t kMaxCompared = 48;
// At most this fraction of the request's work limit (S66).
constexpr uint64_t kImpliedShare = 16;

// About how many nodes can be looked at in the time of one operation.
constexpr size_t kNodesPerCount = 8;

using Places = std::vector<size_t>;

class Finder {
 public:
  Finder(ExprArena& arena, const FactStore& store)
      : arena_(arena), store_(store), facts_(store.facts()) {
    found_.is_implied.resize(facts_.size());
    MarkBroadcasts();
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
  // Nodes come after their operands.
  void MarkBroadcasts() {
    const size_t count = arena_.node_count();
    arena_.CountWork(count / kNodesPerCount);
    has_broadcast_.resize(count);
    for (NodeId id = 0; id < count; ++id) {
      const symbolic::ExprNode& node = arena_.node(id);
      bool has = node.kind == symbolic::NodeKind::kBroadcast;
      symbolic::ForEachOperandNode(node, [&](NodeId operand) { has |= has_broadcast_[operand]; });
      has_broadcast_[id] = has;
    }
  }
  bool HasBroadcast(symbolic::Expr e) const { return e.is_symbolic() && has_broadcast_[e.node()]; }

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

  // What is taken before what: a fact is implied by others of its rank and below. broadcast(a, b)
  // is simplified as if its operands broadcast, so that the fact that they do is taken before those
  // that rest on it.
  enum Rank : uint8_t { kFirm, kFirmBroadcast, kAssumption, kAssumedBroadcast, kOnChoice };
  static constexpr Rank kRanks[] = {kFirm, kFirmBroadcast, kAssumption, kAssumedBroadcast,
                                    kOnChoice};
  Rank RankOf(size_t place) const {
    const Fact& fact = facts_[place];
    if (fact.rests_on_choice) return kOnChoice;
    const bool has_broadcast = HasBroadcast(fact.left) || HasBroadcast(fact.right);
    if (fact.source.basis == Basis::kAssumed) {
      return has_broadcast ? kAssumedBroadcast : kAssumption;
    }
    return has_broadcast ? kFirmBroadcast : kFirm;
  }

  static bool IsAssumption(Rank rank) { return rank == kAssumption || rank == kAssumedBroadcast; }

  // Takes the facts by rank, of each those of the scopes around first, then its own facts from the
  // last to the first: a fact that later facts imply was not redundant yet when it was recorded.
  // Returns those that are not implied. What contradicts an assumption is no contradiction: the
  // assumption does not hold then (S5).
  Places TakeBackwards(const Places& around, const Places& own) {
    FactStore probe(arena_);
    probe.PushScope({});
    Places taken = premises_;
    for (const size_t i : premises_) Suppose(probe, i);
    for (const Rank rank : kRanks) {
      for (const size_t i : around) {
        if (RankOf(i) != rank) continue;
        Suppose(probe, i);
        taken.push_back(i);
      }
      for (auto it = own.rbegin(); it != own.rend(); ++it) {
        if (RankOf(*it) != rank) continue;
        const Verdict verdict = Suppose(probe, *it);
        if (verdict == Verdict::kProved) found_.is_implied[*it] = true;
        if (verdict == Verdict::kOpen) taken.push_back(*it);
        const bool is_told = !IsAssumption(rank) && taken.size() <= kMaxCompared;
        found_.has_broken_assumption |= verdict == Verdict::kRefuted && IsAssumption(rank);
        if (verdict == Verdict::kRefuted && is_told) contradicted_.push_back({*it, taken});
      }
    }
    probe.PopScope();
    for (const auto& [place, others] : contradicted_) AddContradiction(place, others);
    contradicted_.clear();
    return taken;
  }

  // Finds facts that all the others of their rank and below together imply, whether earlier or
  // later.
  void CompareEach(const Places& taken, const Places& own) {
    for (const Rank rank : kRanks) {
      Places compared;
      Places others;
      for (const size_t place : taken) {
        if (found_.is_implied[place] || RankOf(place) > rank) continue;
        const bool is_compared =
            RankOf(place) == rank && std::binary_search(own.begin(), own.end(), place);
        (is_compared ? compared : others).push_back(place);
      }
      if (compared.empty()) continue;
      std::sort(compared.rbegin(), compared.rend());
      FactStore probe(arena_);
      probe.PushScope({});
      for (const size_t place : others) Suppose(probe, place);
      CompareWithin(probe, compared);
      probe.PopScope();
    }
  }

  // The same of facts beside those in `probe`, in their order: each is compared with all others
  // that are not implied. Halves are supposed at once, so that facts of which there are n are
  // supposed n log n times.
  void CompareWithin(FactStore& probe, absl::Span<const size_t> compared) {
    if (compared.empty() || !arena_.CountWork(1)) return;
    if (compared.size() == 1) {
      probe.PushScope({});
      found_.is_implied[compared[0]] = Suppose(probe, compared[0]) == Verdict::kProved;
      probe.PopScope();
      return;
    }
    const auto former = compared.first(compared.size() / 2);
    const auto latter = compared.subspan(former.size());
    for (const bool is_former : {true, false}) {
      probe.PushScope({});
      for (const size_t other : is_former ? latter : former) {
        if (!found_.is_implied[other]) Suppose(probe, other);
      }
      CompareWithin(probe, is_former ? former : latter);
      probe.PopScope();
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
    for (const size_t other : others) Suppose(probe, other);
    const Verdict verdict = Suppose(probe, place);
    probe.PopScope();
    return verdict;
  }

  // Adds a fact to those that hold: an assumed one too, to see what follows from it.
  Verdict Suppose(FactStore& probe, size_t place) const {
    const Fact& fact = facts_[place];
    if (fact.source.basis != Basis::kAssumed) return symbolic::RequireFact(probe, fact);
    Fact supposed = fact;
    supposed.source.basis = Basis::kRequired;
    return symbolic::RequireFact(probe, supposed);
  }

  ExprArena& arena_;
  const FactStore& store_;
  const std::vector<Fact>& facts_;
  Implications found_;
  // By NodeId.
  std::vector<bool> has_broadcast_;
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
