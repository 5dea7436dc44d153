#include "core/symbolic/facts/facts.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "core/base/checked_math.h"
#include "core/base/hash_map.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/algebra/normal_form.h"

namespace shapewright::symbolic {
namespace {

constexpr SymbolId kNoSymbol = std::numeric_limits<SymbolId>::max();
// Places that a fact names beside the first one.
constexpr size_t kMaxPlaces = 32;
// What asking for a fact takes, about, and what keeping one does.
constexpr uint64_t kCountPerQuestion = 8;
constexpr uint64_t kCountPerRecord = 128;
constexpr uint64_t kCountPerScope = 64;

// Fresh symbols go first, then what outputs declared, then inputs (S3).
int EliminationRank(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::kAnonymous:
    case SymbolKind::kDataDependent:
      return 2;
    case SymbolKind::kAlias:
      return 1;
    case SymbolKind::kInputDim:
    case SymbolKind::kInputValue:
      return 0;
    case SymbolKind::kDefined:
      return -1;
  }
  return -1;
}

bool Mentions(const ExprArena& arena, NodeId root, NodeId wanted) {
  HashSet<NodeId> seen;
  absl::InlinedVector<NodeId, 16> open = {root};
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    if (!arena.CountWork(1)) return true;
    if (id == wanted) return true;
    // Operands are older than the node, so nothing below can be `wanted`.
    if (id < wanted || !seen.insert(id).second) continue;
    const ExprNode& node = arena.node(id);
    for (const Term& term : node.terms) open.push_back(term.monomial);
    open.insert(open.end(), node.factors.begin(), node.factors.end());
    for (const Expr operand : node.operands) {
      if (operand.is_symbolic()) open.push_back(operand.node());
    }
  }
  return false;
}

// A constant, or a symbol alone.
bool IsAtom(const ExprArena& arena, Expr e) {
  return e.is_constant() || arena.node(e.node()).kind == NodeKind::kSymbol;
}

bool IsFresh(const ExprArena& arena, const ExprNode& node) {
  return node.kind == NodeKind::kSymbol && EliminationRank(arena.symbol(node.symbol).kind) == 2;
}

// The l of min(side, l), where that broadcasts with `side` exactly if side <= l:
// beyond, it would be l, which is neither `side` nor 1.
Expr LimitOf(ExprArena& arena, Expr side, Expr least) {
  if (!least.is_symbolic()) return {};
  const ExprNode node = arena.node(least.node());  // a copy: the arena grows
  if (node.kind != NodeKind::kMin || node.defined) return {};
  bool has_side = false;
  Expr limit;
  for (const Expr operand : node.operands) {
    has_side |= operand == side;
    if (operand == side) continue;
    limit = limit.is_unknown() ? operand : Min(arena, limit, operand);
  }
  return has_side && arena.Bounds(limit).min >= 2 ? limit : Expr();
}

// A fresh symbol that a sum of 0 determines by an exact division: s in
// factor*s + rest, where the factor is sure to be positive.
struct ExactQuotient {
  Expr symbol;
  Expr value;
};

// The factors of a term beside its last fresh symbol, and that symbol.
std::optional<std::pair<Expr, NodeId>> SplitFactor(ExprArena& arena, const Term& term) {
  if (term.monomial == kUnitMonomial) return std::nullopt;
  const ExprNode node = arena.node(term.monomial);  // a copy: the arena grows
  Expr factor = term.coefficient;
  if (IsFresh(arena, node)) return std::pair{factor, term.monomial};
  if (node.kind != NodeKind::kProduct) return std::nullopt;
  NodeId fresh = kUnitMonomial;
  for (const NodeId id : node.factors) {
    if (IsFresh(arena, arena.node(id)) && id > fresh) fresh = id;
  }
  if (fresh == kUnitMonomial) return std::nullopt;
  for (const NodeId id : node.factors) {
    if (id != fresh) factor = Multiply(arena, factor, Expr::FromNode(id));
  }
  if (Mentions(arena, factor.is_symbolic() ? factor.node() : kUnitMonomial, fresh)) {
    return std::nullopt;
  }
  return std::pair{factor, fresh};
}

std::optional<ExactQuotient> FindQuotient(ExprArena& arena, absl::Span<const Term> difference) {
  for (const Term& term : difference) {
    const auto split = SplitFactor(arena, term);
    if (!split) continue;
    TermList rest;
    bool occurs_elsewhere = false;
    for (const Term& other : difference) {
      if (other.monomial == term.monomial) continue;
      occurs_elsewhere |= Mentions(arena, other.monomial, split->second);
      rest.push_back(other);
    }
    if (occurs_elsewhere) continue;
    const bool is_negative = arena.Bounds(split->first).max < 0;
    const Expr factor = is_negative ? Subtract(arena, 0, split->first) : split->first;
    const auto terms = AddScaled(arena, {}, rest, is_negative ? 1 : -1);
    const auto sum = terms ? FromTerms(arena, *terms) : std::nullopt;
    if (!sum || factor.is_unknown() || arena.Bounds(factor).min < 1) continue;
    const Expr value = FloorDiv(arena, *sum, factor);
    if (!value.is_unknown()) return ExactQuotient{Expr::FromNode(split->second), value};
  }
  return std::nullopt;
}

}  // namespace

FactStore::FactStore(ExprArena& arena)
    : arena_(arena), rewriter_(arena), finalizer_(arena), scopes_(1) {}

void FactStore::Reset() {
  rewriter_.Forget();
  finalizer_.Forget();
  solved_.clear();
  solved_count_ = 0;
  settled_.clear();
  known_.clear();
  facts_.clear();
  refuted_.clear();
  filter_ = nullptr;
  scopes_.resize(1);
  trail_.clear();
  scope_starts_.clear();
  scope_ = kRootScope;
  learned_ = false;
  notes_places_ = true;
}

// Rules go by what is proved of constants, such as an index within its bounds: that is decided
// whatever is left out, and without work to spend.
bool FactStore::IsFilteredOut(Expr a, Expr b, const FactSource& source) {
  const bool is_granted = arena_.CountWork(kCountPerQuestion);
  if (a.is_constant() && b.is_constant()) return false;
  return !is_granted || (filter_ && !filter_(source));
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
  const auto difference = DifferenceTerms(arena_, left, right);
  if (!difference) return Record(Relation::kEqual, left, right, source);
  SymbolId symbol = ChooseEliminated(*difference, source);
  TermList solved = *difference;
  if (symbol == kNoSymbol || EliminationRank(arena_.symbol(symbol).kind) == 0) {
    // Rather a fresh symbol by a division than an older one (S3).
    const auto quotient = FindQuotient(arena_, *difference);
    const auto terms = quotient ? DifferenceTerms(arena_, quotient->symbol, quotient->value)
                                : std::optional<TermList>();
    if (terms) {
      symbol = arena_.node(quotient->symbol.node()).symbol;
      solved = *terms;
    }
  }
  if (symbol == kNoSymbol) {
    return Record(Relation::kEqual, left, right, source);
  }
  const Verdict verdict = Eliminate(symbol, solved, source);
  if (verdict == Verdict::kRefuted) return Refute(Relation::kEqual, left, right, source);
  Record(Relation::kEqual, left, right, source);
  return verdict;
}

// As RequireEqual, without the arithmetic that sums need.
Verdict FactStore::RequireEqualAtoms(Expr a, Expr b, const FactSource& source) {
  const Interval one = arena_.Bounds(a);
  const Interval other = arena_.Bounds(b);
  if (Intersect(one, other).is_empty()) return Refute(Relation::kEqual, a, b, source);
  if (one.is_point() && one == other) return Verdict::kProved;
  const SymbolId symbol = ChooseAtom(a, b, source);
  if (symbol == kNoSymbol) return Record(Relation::kEqual, a, b, source);
  const bool is_first = a == Expr::FromNode(arena_.symbol(symbol).node);
  const Verdict verdict = Replace(symbol, is_first ? b : a, source);
  if (verdict == Verdict::kRefuted) return Refute(Relation::kEqual, a, b, source);
  // A symbol that is always replaced stands in no equation that is known.
  if (EliminationRank(arena_.symbol(symbol).kind) > 0) {
    facts_.push_back({Relation::kEqual, a, b, source, scope_, {}});
  } else {
    Record(Relation::kEqual, a, b, source);
  }
  return verdict;
}

SymbolId FactStore::ChooseAtom(Expr a, Expr b, const FactSource& source) const {
  SymbolId best = kNoSymbol;
  int best_rank = -1;
  for (const Expr side : {a, b}) {
    if (!side.is_symbolic()) continue;
    const ExprNode& node = arena_.node(side.node());
    const int rank = EliminationRank(arena_.symbol(node.symbol).kind);
    const bool is_better = rank > best_rank || (rank == best_rank && node.symbol > best);
    if (!is_better || !CanEliminate(node, source)) continue;
    best = node.symbol;
    best_rank = rank;
  }
  return best;
}

bool FactStore::CanEliminate(const ExprNode& node, const FactSource& source) const {
  if (node.kind != NodeKind::kSymbol) return false;
  const int rank = EliminationRank(arena_.symbol(node.symbol).kind);
  return rank > 0 || (rank == 0 && source.basis == Basis::kRequired);
}

SymbolId FactStore::ChooseEliminated(absl::Span<const Term> difference,
                                     const FactSource& source) const {
  SymbolId best = kNoSymbol;
  int best_rank = -1;
  for (const Term& term : difference) {
    const ExprNode& node = arena_.node(term.monomial);
    if (term.coefficient != 1 && term.coefficient != -1) continue;
    if (!CanEliminate(node, source)) continue;
    const int rank = EliminationRank(arena_.symbol(node.symbol).kind);
    if (rank < best_rank) continue;
    // Of one rank the youngest goes.
    if (rank == best_rank && node.symbol < best) continue;
    bool occurs_elsewhere = false;
    for (const Term& other : difference) {
      occurs_elsewhere |=
          other.monomial != term.monomial && Mentions(arena_, other.monomial, term.monomial);
    }
    if (occurs_elsewhere) continue;
    best = node.symbol;
    best_rank = rank;
  }
  return best;
}

Verdict FactStore::Eliminate(SymbolId symbol, absl::Span<const Term> difference,
                             const FactSource& source) {
  const NodeId node = arena_.symbol(symbol).node;
  // sign * s + rest = 0, so s = -sign * rest.
  int64_t sign = 1;
  TermList rest;
  for (const Term& term : difference) {
    if (term.monomial == node) {
      sign = term.coefficient;
    } else {
      rest.push_back(term);
    }
  }
  const auto terms = AddScaled(arena_, {}, rest, -sign);
  const auto solution = terms ? FromTerms(arena_, *terms) : std::nullopt;
  if (!solution || solution->is_unknown()) return Verdict::kOpen;
  return Replace(symbol, *solution, source);
}

Verdict FactStore::Replace(SymbolId symbol, Expr solution, const FactSource& source) {
  const Interval wanted = arena_.SymbolBounds(symbol);
  const Interval given = arena_.Bounds(solution);
  if (Intersect(wanted, given).is_empty()) return Verdict::kRefuted;
  Step step;
  step.kind = Step::Kind::kSolved;
  step.symbol = symbol;
  Remember(step);
  if (!wanted.is_point()) settled_.push_back(symbol);
  SetSolution(symbol, solution);
  ForgetRewrites();
  // The symbol's interval stays as a fact on what replaced it (S3).
  if (wanted.has_min() && given.min < wanted.min) {
    RequireAtMost(wanted.min, solution, source);
  }
  if (wanted.has_max() && given.max > wanted.max) {
    RequireAtMost(solution, wanted.max, source);
  }
  return Verdict::kOpen;
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
  if (source.basis != Basis::kDeclared) {
    if (const auto sum = DifferenceTerms(arena_, b, a)) NarrowBySum(*sum);
  }
  return Verdict::kOpen;
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
  return Record(Relation::kDivisible, a, b, source);
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
  // Not 0 and at least 0 is at least 1.
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

void FactStore::Remember(const Step& step) {
  if (!scope_starts_.empty()) trail_.push_back(step);
}

Verdict FactStore::Record(Relation relation, Expr a, Expr b, const FactSource& source) {
  // What is kept of a fact, beside asking for it.
  if (!arena_.CountWork(kCountPerRecord)) return Verdict::kProved;
  const Key key{relation, a, b};
  const auto [found, is_new] = known_.try_emplace(key, facts_.size());
  const bool is_listed = !is_new && found->second < facts_.size() &&
                         Key{facts_[found->second].relation, facts_[found->second].left,
                             facts_[found->second].right} == key;
  if (is_listed) {
    std::vector<Site>& also = facts_[found->second].also;
    if (notes_places_ && also.size() < kMaxPlaces && (also.empty() || also.back() != source.left)) {
      also.push_back(source.left);
    }
    return Verdict::kProved;
  }
  found->second = facts_.size();
  Step step;
  step.kind = Step::Kind::kKnown;
  step.key = key;
  Remember(step);
  facts_.push_back({relation, a, b, source, scope_, {}});
  return Verdict::kOpen;
}

Verdict FactStore::Refute(Relation relation, Expr a, Expr b, const FactSource& source) {
  // What is only declared may be wrong, and is not followed then (S6).
  if (source.basis != Basis::kDeclared) {
    refuted_.push_back({relation, a, b, source, scope_, {}});
  }
  return Verdict::kRefuted;
}

void FactStore::RecordDeclared(Expr a, Expr b, const FactSource& source) {
  facts_.push_back({Relation::kEqual, a, b, source, scope_, {}});
}

bool FactStore::IsOpen(ScopeId scope) const {
  // A scope is younger than those around it.
  ScopeId open = scope_;
  while (open > scope) open = scopes_[open].parent;
  return open == scope;
}

void FactStore::ForgetRewrites() {
  generation_ = generation_ == std::numeric_limits<uint32_t>::max() ? 1 : generation_ + 1;
  rewriter_.Forget();
  finalizer_.Forget();
  learned_ = true;
}

void FactStore::PushScope(Guard guard) {
  arena_.CountWork(kCountPerScope);
  scopes_.push_back({scope_, std::move(guard)});
  scope_ = static_cast<ScopeId>(scopes_.size() - 1);
  scope_starts_.push_back({trail_.size(), settled_.size()});
}

void FactStore::PopScope() {
  const ScopeStart start = scope_starts_.back();
  scope_starts_.pop_back();
  settled_.resize(start.settled);
  while (trail_.size() > start.trail) {
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
      case Step::Kind::kKnown:
        known_.erase(step.key);
        break;
    }
    trail_.pop_back();
  }
  ForgetRewrites();
  scope_ = scopes_[scope_].parent;
}

}  // namespace shapewright::symbolic
