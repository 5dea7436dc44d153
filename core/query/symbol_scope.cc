#include "core/query/symbol_scope.h"

#include <algorithm>

#include "absl/strings/cord.h"
#include "absl/strings/match.h"
#include "core/graph/read_error.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/normal_form.h"

namespace shapewright::query {
namespace {

using symbolic::Expr;
using symbolic::Interval;
using symbolic::ParsedRelation;
using symbolic::SymbolKind;
using symbolic::Verdict;

symbolic::ExprLimits LimitsOf(const QueryOptions& options) {
  symbolic::ExprLimits limits;
  limits.total_nodes = options.max_expression_nodes;
  return limits;
}

// `N <= 8`, `2 <= N`.
bool IsRange(const symbolic::ExprArena& arena, const ParsedRelation& premise) {
  if (premise.kind != ParsedRelation::Kind::kAtMost) return false;
  return (premise.left.is_constant() && arena.AsSymbol(premise.right) != nullptr) ||
         (premise.right.is_constant() && arena.AsSymbol(premise.left) != nullptr);
}

}  // namespace

SymbolScope::SymbolScope(const QueryOptions& options)
    : exprs_(LimitsOf(options), options.work), facts_(exprs_) {}

void SymbolScope::Reset() {
  exprs_.Reset();
  facts_.Reset();
  types_.Reset();
  names_.clear();
  declared_names_.clear();
  premises_.clear();
  allowed_.Clear();
  ranges_.clear();
  taken_.clear();
  origins_.clear();
  defined_.clear();
}

absl::StatusOr<Expr> SymbolScope::Resolve(absl::string_view name) {
  if (name == "?") return exprs_.AddAnonymous(Interval::Size(), "", symbolic::Site());
  const auto found = names_.find(name);
  if (found == names_.end()) return AddNamed(name, false);
  found->second.is_in_premises_alone = false;
  return found->second.symbol;
}

absl::StatusOr<Expr> SymbolScope::ResolveInPremise(absl::string_view name) {
  if (name == "?") return Resolve(name);
  const auto found = names_.find(name);
  if (found != names_.end()) return found->second.symbol;
  const Expr known = absl::StartsWith(name, "?") ? FindAnonymous(name) : Expr();
  if (known.is_unknown()) return AddNamed(name, true);
  names_.emplace(std::string(name), Named{known, false});
  return known;
}

Expr SymbolScope::FindAnonymous(absl::string_view name) const {
  exprs_.CountWork(exprs_.symbols().size());
  for (const symbolic::Symbol& symbol : exprs_.symbols()) {
    if (symbol.kind == SymbolKind::kAnonymous && symbol.name == name) {
      return Expr::FromNode(symbol.node);
    }
  }
  return {};
}

bool SymbolScope::IsNamedOutsidePremises(absl::string_view name) const {
  const auto found = names_.find(name);
  return found != names_.end() && !found->second.is_in_premises_alone;
}

std::vector<absl::string_view> SymbolScope::NamesOutsidePremises() const {
  std::vector<absl::string_view> names;
  for (const auto& [name, named] : names_) {
    if (!named.is_in_premises_alone) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

absl::StatusOr<Expr> SymbolScope::AddNamed(absl::string_view name, bool is_in_premise) {
  Expr symbol;
  if (absl::StartsWith(name, "?")) {
    symbol = exprs_.AddAnonymous(Interval::Size(), "", symbolic::Site());
  } else {
    symbolic::Symbol named;
    named.name = std::string(name);
    const bool is_element = absl::EndsWith(name, "]");
    named.kind = is_element ? SymbolKind::kInputValue : SymbolKind::kInputDim;
    named.bounds = is_element ? Interval::All() : Interval::Size();
    symbol = exprs_.AddSymbol(named);
  }
  if (exprs_.is_stopped()) return exprs_.work_status();
  if (symbol.is_unknown()) {
    absl::Status error = absl::ResourceExhaustedError("the texts have too many symbols");
    error.SetPayload(graph::kReasonPayload, absl::Cord("TOO_MANY_EXPRESSIONS"));
    return error;
  }
  names_.emplace(std::string(name), Named{symbol, is_in_premise});
  if (exprs_.symbol(IdOf(symbol)).name != name) {
    declared_names_.emplace(IdOf(symbol), std::string(name));
  }
  return symbol;
}

void SymbolScope::NarrowSymbol(Expr symbol, Interval bounds) {
  ++narrowings_;
  facts_.DeclareBounds(IdOf(symbol), bounds);
}

bool SymbolScope::TakeBounds(Expr symbol, Interval bounds) {
  const Interval known = exprs_.SymbolBounds(IdOf(symbol));
  bounds = Intersect(known, bounds);
  const AllowedValues* const allowed = allowed_.Find(IdOf(symbol));
  if (allowed != nullptr) bounds = allowed->Within(bounds);
  if (bounds.is_empty()) return false;
  if (bounds.min > known.min) facts_.RequireAtMost(bounds.min, symbol, {});
  if (bounds.max < known.max) facts_.RequireAtMost(symbol, bounds.max, {});
  return true;
}

bool SymbolScope::CarryOver(Expr symbol) {
  if (exprs_.AsSymbol(symbol) == nullptr) return true;
  const AllowedValues* const allowed = allowed_.Find(IdOf(symbol));
  const Expr now = facts_.Finalize(symbol);
  return allowed == nullptr || now == symbol || TakeAllowed(now, AllowedValues(*allowed));
}

bool SymbolScope::TakeEqual(const ParsedRelation& premise) {
  return facts_.RequireEqual(premise.left, premise.right, {}) != Verdict::kRefuted &&
         CarryOver(premise.left) && CarryOver(premise.right);
}

bool SymbolScope::TakeAtMost(const ParsedRelation& premise) {
  Interval bounds = Interval::All();
  if (premise.left.is_constant() && exprs_.AsSymbol(premise.right) != nullptr) {
    bounds.min = premise.left.constant();
    return TakeBounds(premise.right, bounds);
  }
  if (premise.right.is_constant() && exprs_.AsSymbol(premise.left) != nullptr) {
    bounds.max = premise.right.constant();
    return TakeBounds(premise.left, bounds);
  }
  return facts_.RequireAtMost(premise.left, premise.right, {}) != Verdict::kRefuted &&
         TakeDifference(premise.left, premise.right);
}

bool SymbolScope::TakeDifference(Expr left, Expr right) {
  // `d + c <= 0` as `d <= -c`, or as `c <= -d`: the same expression is the same node.
  Expr difference = symbolic::Subtract(exprs_, left, right);
  if (!difference.is_symbolic()) return true;
  const symbolic::ExprNode& node = exprs_.node(difference.node());
  if (node.kind != symbolic::NodeKind::kSum || node.defined) return true;
  const bool is_negated = node.terms[0].coefficient < 0;
  const int64_t constant = symbolic::ConstantTerm(node.terms);
  if (constant == Interval::kMinusInfinity) return true;
  difference = symbolic::Subtract(exprs_, difference, constant);
  if (is_negated) difference = symbolic::Negate(exprs_, difference);
  if (!difference.is_symbolic()) return true;
  Interval& range = ranges_[difference.node()];
  taken_.push_back({difference.node(), range});
  range = Intersect(range, is_negated ? Interval::AtLeast(constant) : Interval::AtMost(-constant));
  return !range.is_empty();
}

bool SymbolScope::TakeAllowed(Expr dim, const AllowedValues& allowed) {
  if (dim.is_constant()) return allowed.Allows(dim.constant());
  if (exprs_.AsSymbol(dim) != nullptr) {
    allowed_.Restrict(exprs_, IdOf(dim), allowed);
    return TakeBounds(dim, Interval::All());
  }
  if (allowed.list == nullptr) {
    return facts_.RequireDivisible(dim, allowed.divisor, {}) != Verdict::kRefuted;
  }
  if (allowed.list->empty()) return false;
  return facts_.RequireAtMost(allowed.list->front(), dim, {}) != Verdict::kRefuted &&
         facts_.RequireAtMost(dim, allowed.list->back(), {}) != Verdict::kRefuted;
}

// A premise holds: unlike what a model declares, it replaces symbols and narrows intervals.
bool SymbolScope::Take(const ParsedRelation& premise) {
  ParsedRelation known = premise;
  known.left = facts_.Finalize(premise.left);
  if (!premise.right.is_unknown()) known.right = facts_.Finalize(premise.right);
  // What it says of a symbol alone, the interval of the symbol says from now on.
  if (!IsRange(exprs_, premise)) premises_.push_back(premise);
  switch (premise.kind) {
    case ParsedRelation::Kind::kEqual:
      return TakeEqual(known);
    case ParsedRelation::Kind::kNotEqual:
      return facts_.RequireNotEqual(known.left, known.right, {}) != Verdict::kRefuted;
    case ParsedRelation::Kind::kAtMost:
      return TakeAtMost(known);
    case ParsedRelation::Kind::kDivisible:
      return TakeAllowed(known.left, {known.right.constant()});
    case ParsedRelation::Kind::kBroadcastable:
      return facts_.RequireBroadcastable(known.left, known.right, {}) != Verdict::kRefuted;
    case ParsedRelation::Kind::kOneOf:
      break;
  }
  return TakeAllowed(known.left, {1, known.values});
}

void SymbolScope::ForgetPremisesAfter(PremiseMark mark) {
  premises_.resize(mark.premises);
  allowed_.ForgetAfter(mark.restrictions);
  for (; taken_.size() > mark.differences; taken_.pop_back()) {
    ranges_[taken_.back().difference] = taken_.back().before;
  }
}

bool SymbolScope::HasValues(Expr* refuted) {
  HashMap<symbolic::SymbolId, AllowedValues> shared;
  for (const AllowedValuesOfSymbols::Entry& entry : allowed_.entries()) {
    if (!exprs_.CountWork(1)) break;
    const Expr self = Expr::FromNode(exprs_.symbol(entry.symbol).node);
    const Expr now = facts_.Finalize(self);
    // A number, which premises are compared with one by one, or another expression.
    if (exprs_.AsSymbol(now) == nullptr) continue;
    AllowedValues all = entry.allowed;
    const AllowedValues* const other = now == self ? nullptr : allowed_.Find(IdOf(now));
    if (other != nullptr) all = Both(exprs_, all, *other);
    if (now != self) {
      AllowedValues& of_all = shared.try_emplace(IdOf(now), all).first->second;
      all = of_all = Both(exprs_, of_all, all);
    }
    if (!all.Within(exprs_.SymbolBounds(IdOf(now))).is_empty()) continue;
    *refuted = self;
    return false;
  }
  return true;
}

void SymbolScope::PlaceNewSymbols(const symbolic::Site& site) {
  for (size_t id = origins_.size(); id < exprs_.symbols().size(); ++id) {
    origins_.push_back(site);
    if (exprs_.symbols()[id].kind == SymbolKind::kDefined) {
      defined_.push_back(static_cast<symbolic::SymbolId>(id));
    }
  }
}

void SymbolScope::PlaceOnAxis(Expr dim, const symbolic::Site& site) {
  if (exprs_.AsSymbol(dim) == nullptr) return;
  symbolic::Site& origin = origins_[IdOf(dim)];
  if (origin.axis == symbolic::Site::kNone && origin.input == site.input) origin = site;
}

std::string SymbolScope::DeclaredName(symbolic::SymbolId id) const {
  const auto found = declared_names_.find(id);
  return found == declared_names_.end() ? "" : found->second;
}

}  // namespace shapewright::query
