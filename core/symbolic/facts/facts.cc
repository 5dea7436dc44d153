#include "core/symbolic/facts/facts.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <utility>

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/facts/elimination.h"
#include "core/symbolic/facts/narrowing.h"
#include "core/symbolic/numbers/checked_math.h"
#include "core/symbolic/reachable.h"

namespace shapewright::symbolic {
namespace {

// Sites that a fact records beside the first one.
constexpr size_t kMaxPlaces = 32;
// Facts that something is a multiple of a constant, which others may follow from.
constexpr size_t kMaxMultiples = 64;
// Operations counted for checking a fact, for recording one and for a scope, about.
constexpr uint64_t kCountPerQuestion = 8;
constexpr uint64_t kCountPerRecord = 128;
constexpr uint64_t kCountPerScope = 64;

// A constant, or a symbol alone.
bool IsAtom(const ExprArena& arena, Expr e) {
  return e.is_constant() || arena.AsSymbol(e) != nullptr;
}

// The l of min(side, l). For l of 2 or more, that broadcasts with `side` exactly if side <= l;
// beyond, it would be l, which is neither `side` nor 1.
Expr LimitOf(ExprArena& arena, Expr side, Expr least) {
  const ExprNode* const min = arena.AsOperation(least, NodeKind::kMin);
  if (min == nullptr) return {};
  bool has_side = false;
  Expr limit;
  const absl::Span<const Expr> operands = min->operands;  // does not move as the arena grows
  for (const Expr operand : operands) {
    has_side |= operand == side;
    if (operand == side) continue;
    limit = limit.is_unknown() ? operand : Min(arena, limit, operand);
  }
  return has_side && arena.Bounds(limit).min >= 2 ? limit : Expr();
}

// The least interval that holds all multiples of `divisor` within `bounds`; these if it is no
// constant.
Interval MultiplesWithin(Interval bounds, Expr divisor) {
  if (!divisor.is_constant() || divisor.constant() == Interval::kMinusInfinity) return bounds;
  const int64_t step = std::abs(divisor.constant());
  if (bounds.has_min()) {
    const auto low = CheckedMul(CeilDivide(bounds.min, step), step);
    if (low) bounds.min = *low;
  }
  if (bounds.has_max()) {
    const auto high = CheckedMul(FloorDivide(bounds.max, step), step);
    if (high) bounds.max = *high;
  }
  return bounds;
}

}  // namespace

FactStore::FactStore(ExprArena& arena) : arena_(arena), symbols_(arena), scopes_(1) {}

void FactStore::Reset() {
  symbols_.Reset();
  known_.clear();
  facts_.clear();
  multiples_.clear();
  refuted_.clear();
  filter_ = nullptr;
  chosen_.clear();
  chosen_dims_.clear();
  scopes_.resize(1);
  added_.clear();
  scope_starts_.clear();
  scope_ = kRootScope;
  notes_places_ = true;
  rests_on_assumptions_ = false;
  follows_choice_ = false;
}

// Facts about constants, such as an index within its bounds, are always decided: rules rely on that
// even while facts are filtered or the work is stopped.
bool FactStore::IsFilteredOut(Expr a, Expr b, const FactSource& source) {
  const bool is_granted = arena_.CountWork(kCountPerQuestion);
  if (a.is_constant() && b.is_constant()) return false;
  return !is_granted || (filter_ && !filter_(source));
}

void FactStore::NoteChoice(Expr e) {
  for (const SymbolId id : ReachableSymbols(arena_, {&e, 1})) {
    const bool is_element = arena_.symbol(id).kind == SymbolKind::kInputValue;
    std::vector<SymbolId>& chosen = is_element ? chosen_ : chosen_dims_;
    follows_choice_ |= !is_element;
    const auto place = std::lower_bound(chosen.begin(), chosen.end(), id);
    if (place == chosen.end() || *place != id) chosen.insert(place, id);
  }
}

bool FactStore::RestsOnChoice(Expr e) const {
  if (!e.is_symbolic() || (chosen_.empty() && !follows_choice_)) return false;
  const auto is_chosen = [this](SymbolId id) {
    return std::binary_search(chosen_.begin(), chosen_.end(), id) ||
           (follows_choice_ && std::binary_search(chosen_dims_.begin(), chosen_dims_.end(), id));
  };
  const ExprNode& node = arena_.node(e.node());
  if (node.kind == NodeKind::kSymbol) return is_chosen(node.symbol);
  const std::vector<SymbolId> symbols = ReachableSymbols(arena_, {&e, 1});
  return std::any_of(symbols.begin(), symbols.end(), is_chosen);
}

bool FactStore::RestsOnChoice(Expr a, Expr b, const FactSource& source) const {
  return source.basis == Basis::kRequired && (RestsOnChoice(a) || RestsOnChoice(b));
}

Verdict FactStore::RequireEqual(Expr a, Expr b, const FactSource& source) {
  const Expr left = Resolve(a);
  const Expr right = Resolve(b);
  if (IsFilteredOut(left, right, source)) return Verdict::kProved;
  if (left.is_unknown() || right.is_unknown()) return Verdict::kProved;
  if (left == right) return Verdict::kProved;
  if (IsAtom(arena_, left) && IsAtom(arena_, right)) {
    return RequireEqualAtoms(left, right, source);
  }
  if (IsDifferent(arena_, left, right)) return Refute(Relation::kEqual, left, right, source);
  if (IsEqual(arena_, left, right)) return Verdict::kProved;
  if (!IsConclusive(left, right, source)) return Record(Relation::kEqual, left, right, source);
  const auto difference = DifferenceTerms(arena_, left, right);
  if (!difference) return Record(Relation::kEqual, left, right, source);
  const auto found = EliminateBySum(arena_, *difference, MayReplaceInput(source));
  if (!found) {
    AddRow(*difference, source);
    if (const auto reverse = AddScaled(arena_, {}, *difference, -1)) AddRow(*reverse, source);
    return Record(Relation::kEqual, left, right, source);
  }
  if (!found->solution.is_unknown() && !Replace(*found, source)) {
    return Refute(Relation::kEqual, left, right, source);
  }
  Record(Relation::kEqual, left, right, source);
  return Verdict::kOpen;
}

// As RequireEqual, without the arithmetic that sums need.
Verdict FactStore::RequireEqualAtoms(Expr a, Expr b, const FactSource& source) {
  const Interval one = arena_.Bounds(a);
  const Interval other = arena_.Bounds(b);
  if (Intersect(one, other).is_empty() || (arena_.has_rows() && IsDifferent(arena_, a, b))) {
    return Refute(Relation::kEqual, a, b, source);
  }
  if (one.is_point() && one == other) return Verdict::kProved;
  if (!IsConclusive(a, b, source)) return Record(Relation::kEqual, a, b, source);
  const auto found = EliminateAtom(arena_, a, b, MayReplaceInput(source));
  if (!found) return Record(Relation::kEqual, a, b, source);
  if (!Replace(*found, source)) return Refute(Relation::kEqual, a, b, source);
  // Any equality eliminates such a symbol at once: no known fact can mention it.
  if (IsAlwaysEliminated(arena_.symbol(found->symbol).kind)) {
    facts_.push_back({Relation::kEqual, a, b, source, scope_, {}});
  } else {
    Record(Relation::kEqual, a, b, source);
  }
  return Verdict::kOpen;
}

bool FactStore::Replace(const Elimination& found, const FactSource& source) {
  const Interval wanted = arena_.SymbolBounds(found.symbol);
  const Interval given = arena_.Bounds(found.solution);
  if (Intersect(wanted, given).is_empty()) return false;
  symbols_.Solve(found.symbol, found.solution);
  // The interval of the eliminated symbol now holds for its solution (S3).
  if (wanted.has_min() && given.min < wanted.min) {
    RequireAtMost(wanted.min, found.solution, source);
  }
  if (wanted.has_max() && given.max > wanted.max) {
    RequireAtMost(found.solution, wanted.max, source);
  }
  return true;
}

Verdict FactStore::RequireAtMost(Expr a, Expr b, const FactSource& source) {
  a = Resolve(a);
  b = Resolve(b);
  if (IsFilteredOut(a, b, source)) return Verdict::kProved;
  if (a.is_unknown() || b.is_unknown()) return Verdict::kProved;
  if (a.is_constant() && b.is_constant()) {
    if (a.constant() <= b.constant()) return Verdict::kProved;
    return Refute(Relation::kAtMost, a, b, source);
  }
  const Interval slack = DifferenceBounds(arena_, b, a);
  if (slack.min >= 0) return Verdict::kProved;
  if (slack.max < 0) return Refute(Relation::kAtMost, a, b, source);
  Record(Relation::kAtMost, a, b, source);
  if (source.basis != Basis::kDeclared && IsConclusive(a, b, source)) {
    if (const auto sum = DifferenceTerms(arena_, b, a)) {
      NarrowBySum(arena_, symbols_, *sum);
      AddRow(*sum, source);
    }
  }
  return Verdict::kOpen;
}

void FactStore::AddRow(absl::Span<const Term> sum, const FactSource& source) {
  // The interval of a single monomial has been narrowed. Rows are for good: within a scope there
  // are none.
  const size_t monomials = sum.size() - (ConstantTerm(sum) != 0 ? 1 : 0);
  if (source.basis == Basis::kPremise && scope_ == kRootScope && monomials > 1) arena_.AddRow(sum);
}

Verdict FactStore::RequireDivisible(Expr a, Expr b, const FactSource& source) {
  a = Resolve(a);
  b = Resolve(b);
  if (IsFilteredOut(a, b, source)) return Verdict::kProved;
  if (a.is_unknown() || b.is_unknown()) return Verdict::kProved;
  if (b.is_constant(0)) return Refute(Relation::kDivisible, a, b, source);
  if (a.is_constant() && b.is_constant()) {
    if (FloorMod(a.constant(), b.constant()) == 0) return Verdict::kProved;
    return Refute(Relation::kDivisible, a, b, source);
  }
  if (IsDivisible(arena_, a, b)) return Verdict::kProved;
  if (b.is_constant() && DividesEachTerm(a, b.constant())) return Verdict::kProved;
  const Interval multiples = MultiplesWithin(arena_.Bounds(a), b);
  if (multiples.is_empty()) return Refute(Relation::kDivisible, a, b, source);
  const Verdict verdict = Record(Relation::kDivisible, a, b, source);
  if (source.basis == Basis::kDeclared || !IsConclusive(a, b, source)) return verdict;
  NarrowTo(arena_, symbols_, a, multiples);
  const bool is_multiple = verdict == Verdict::kOpen && b.is_constant() && b.constant() > 1;
  if (is_multiple && multiples_.size() < kMaxMultiples) multiples_.push_back(facts_.size() - 1);
  return verdict;
}

int64_t FactStore::KnownDivisor(Expr e) const {
  int64_t divisor = 1;
  for (const size_t place : multiples_) {
    if (place >= facts_.size() || !(facts_[place].left == e)) continue;
    const Fact& fact = facts_[place];
    const bool holds = fact.relation == Relation::kDivisible && fact.right.is_constant() &&
                       fact.is_firm() && IsRecorded(fact.relation, fact.left, fact.right);
    if (!holds || fact.right.constant() <= 1) continue;
    int64_t both = 0;
    const int64_t common = std::gcd(divisor, fact.right.constant());
    if (__builtin_mul_overflow(divisor / common, fact.right.constant(), &both)) continue;
    divisor = both;
  }
  return divisor;
}

bool FactStore::DividesEachTerm(Expr e, int64_t divisor) const {
  if (multiples_.empty() || divisor <= 0 || !arena_.CountWork(multiples_.size())) return false;
  if (KnownDivisor(e) % divisor == 0) return true;
  const TermList terms = TermsOf(arena_, e);
  return std::all_of(terms.begin(), terms.end(), [&](const Term& term) {
    Int128 known = term.coefficient % divisor;
    for (const NodeId& atom : AtomsOf(arena_, term.monomial)) {
      if (!arena_.CountWork(multiples_.size())) return false;
      known = known * (KnownDivisor(Expr::FromNode(atom)) % divisor) % divisor;
    }
    return known == 0;
  });
}

Verdict FactStore::RequireNotEqual(Expr a, Expr b, const FactSource& source) {
  a = Resolve(a);
  b = Resolve(b);
  if (IsFilteredOut(a, b, source)) return Verdict::kProved;
  if (a.is_unknown() || b.is_unknown()) return Verdict::kProved;
  if (a == b) return Refute(Relation::kNotEqual, a, b, source);
  if (IsDifferent(arena_, a, b)) return Verdict::kProved;
  const Interval difference = DifferenceBounds(arena_, a, b);
  if (difference == Interval::Point(0)) return Refute(Relation::kNotEqual, a, b, source);
  // Not 0 and at least 0: at least 1.
  if (difference.min == 0) return RequireAtMost(Add(arena_, b, 1), a, source);
  if (difference.max == 0) return RequireAtMost(Add(arena_, a, 1), b, source);
  return Record(Relation::kNotEqual, a, b, source);
}

Verdict FactStore::RequireBroadcastable(Expr a, Expr b, const FactSource& source) {
  a = Resolve(a);
  b = Resolve(b);
  if (IsFilteredOut(a, b, source)) return Verdict::kProved;
  if (a.is_unknown() || b.is_unknown() || a == b) return Verdict::kProved;
  if (a.is_constant(1) || b.is_constant(1)) return Verdict::kProved;
  const bool a_may_be_one = arena_.Bounds(a).Contains(1);
  const bool b_may_be_one = arena_.Bounds(b).Contains(1);
  if (!a_may_be_one && !b_may_be_one) return RequireEqual(a, b, source);
  for (const auto& [side, other] : {std::pair(a, b), std::pair(b, a)}) {
    const Expr limit = LimitOf(arena_, side, other);
    if (!limit.is_unknown()) return RequireAtMost(side, limit, source);
  }
  return Record(Relation::kBroadcastable, a, b, source);
}

Verdict FactStore::Record(Relation relation, Expr a, Expr b, const FactSource& source) {
  // The cost of keeping the fact.
  if (!arena_.CountWork(kCountPerRecord)) return Verdict::kProved;
  Fact fact = {relation, a, b, source, scope_, {}, RestsOnChoice(a, b, source)};
  rests_on_assumptions_ |= source.basis == Basis::kAssumed;
  const Key key = KeyOf(fact);
  const auto [found, is_new] = known_.try_emplace(key, facts_.size());
  const bool is_listed =
      !is_new && found->second < facts_.size() && KeyOf(facts_[found->second]) == key;
  if (is_listed) {
    std::vector<Site>& also = facts_[found->second].also;
    const bool is_known = std::find(also.begin(), also.end(), source.left) != also.end();
    if (notes_places_ && also.size() < kMaxPlaces && !is_known) {
      also.push_back(source.left);
    }
    return Verdict::kProved;
  }
  found->second = facts_.size();
  if (!scope_starts_.empty()) added_.push_back(key);
  facts_.push_back(std::move(fact));
  return Verdict::kOpen;
}

Verdict FactStore::Refute(Relation relation, Expr a, Expr b, const FactSource& source) {
  // A declared fact may be wrong, and an assumption is given up; neither contradicts anything (S6).
  if (source.basis == Basis::kDeclared || source.basis == Basis::kAssumed) return Verdict::kRefuted;
  refuted_.push_back({relation, a, b, source, scope_, {}, RestsOnChoice(a, b, source)});
  return Verdict::kRefuted;
}

void FactStore::RecordDeclared(Expr a, Expr b, const FactSource& source) {
  facts_.push_back({Relation::kEqual, a, b, source, scope_, {}});
}

bool FactStore::IsOpen(ScopeId scope) const {
  // A scope has a greater id than those around it.
  ScopeId open = scope_;
  while (open > scope) open = scopes_[open].parent;
  return open == scope;
}

void FactStore::PushScope(Guard guard) {
  arena_.CountWork(kCountPerScope);
  scopes_.push_back({scope_, std::move(guard)});
  scope_ = static_cast<ScopeId>(scopes_.size() - 1);
  scope_starts_.push_back(added_.size());
  symbols_.PushScope();
}

void FactStore::PopScope() {
  const size_t start = scope_starts_.back();
  scope_starts_.pop_back();
  for (; added_.size() > start; added_.pop_back()) known_.erase(added_.back());
  symbols_.PopScope();
  scope_ = scopes_[scope_].parent;
}

}  // namespace shapewright::symbolic
