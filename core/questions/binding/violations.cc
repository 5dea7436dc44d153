#include "core/questions/binding/violations.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/inference/facts/given_facts.h"
#include "core/inference/facts/suggestion.h"
#include "core/inference/given/given.h"
#include "core/inference/text/node_text.h"
#include "core/questions/binding/unchecked_places.h"
#include "core/rules/state/tolerated_facts.h"
#include "core/symbolic/algebra/upper_expression.h"
#include "core/symbolic/reachable.h"
#include "core/symbolic/text/print.h"

namespace shapewright::questions {
namespace {

using inference::CallFrame;
using inference::Engine;
using inference::FactReport;
using inference::FactState;
using inference::Given;
using inference::Holds;
using inference::NodeText;
using inference::RelationSign;
using inference::ReportedFact;
using symbolic::Basis;
using symbolic::Evaluation;
using symbolic::Expr;
using symbolic::Fact;
using symbolic::kRootScope;
using symbolic::Relation;
using symbolic::ScopeId;
using symbolic::Site;

// A message names at most this many nodes besides the first.
constexpr size_t kMaxNamed = 4;
// Approximate operations of reporting a violation, and of testing whether two facts share a symbol.
constexpr uint64_t kCountPerViolation = 64;
constexpr uint64_t kCountPerComparison = 16;

void AddSides(const std::vector<ReportedFact>& facts, std::vector<Expr>* sides) {
  for (const ReportedFact& fact : facts) {
    sides->push_back(fact.left);
    sides->push_back(fact.right);
  }
}

std::vector<symbolic::SymbolId> SymbolsOf(const symbolic::ExprArena& arena, const Fact& fact) {
  return symbolic::ReachableSymbols(arena, {fact.left, fact.right});
}

bool ShareASymbol(const symbolic::ExprArena& arena, const Fact& a, const Fact& b) {
  const auto symbols_a = SymbolsOf(arena, a);
  const auto symbols_b = SymbolsOf(arena, b);
  return std::find_first_of(symbols_a.begin(), symbols_a.end(), symbols_b.begin(),
                            symbols_b.end()) != symbols_a.end();
}

// "N + 3 = 11", or "8" for a constant.
std::string WithValue(const symbolic::ExprArena& arena, Expr e, int64_t value) {
  const std::string text = symbolic::ToString(arena, e);
  return e.is_constant() ? text : absl::StrCat(text, " = ", value);
}

bool IsFalse(const Fact& fact, const Evaluation& left, const Evaluation& right) {
  return left.ok() && right.ok() && !Holds(fact.relation, left.value, right.value);
}

}  // namespace

std::vector<v1::Violation> ErrorsOf(rules::Workspace& workspace) {
  constexpr size_t kMaxErrors = 16;
  std::vector<v1::Violation> errors;
  for (const rules::Diagnostic& diagnostic : workspace.diagnostics()) {
    if (diagnostic.severity != rules::Severity::kError || errors.size() == kMaxErrors) continue;
    v1::Violation& error = errors.emplace_back();
    error.set_kind(v1::Violation::KIND_MODEL);
    error.set_message(diagnostic.message);
    error.set_suggestion(diagnostic.suggestion);
  }
  return errors;
}

void GuardConditions::Add(ScopeId scope, std::vector<Expr>* roots) {
  const auto& scopes = workspace_.facts().scopes();
  for (; scope != kRootScope; scope = scopes[scope].parent) {
    const std::vector<Expr>& runs_if = scopes[scope].guard.runs_if;
    if (!conditions_.try_emplace(scope, Conditions{roots->size(), runs_if.size()}).second) return;
    roots->insert(roots->end(), runs_if.begin(), runs_if.end());
  }
}

bool GuardConditions::NeverRuns(ScopeId scope, absl::Span<const symbolic::Evaluation> roots) const {
  const auto& scopes = workspace_.facts().scopes();
  for (; scope != kRootScope; scope = scopes[scope].parent) {
    const auto found = conditions_.find(scope);
    if (found == conditions_.end()) continue;
    for (const auto& value : roots.subspan(found->second.first, found->second.count)) {
      if (value.ok() && value.value <= 0) return true;
    }
  }
  return false;
}

bool GuardConditions::SurelyRuns(ScopeId scope,
                                 absl::Span<const symbolic::Evaluation> roots) const {
  const auto& scopes = workspace_.facts().scopes();
  for (; scope != kRootScope; scope = scopes[scope].parent) {
    if (scopes[scope].guard.is_proved) continue;
    const auto found = conditions_.find(scope);
    if (found == conditions_.end() || found->second.count == 0) return false;
    for (const auto& value : roots.subspan(found->second.first, found->second.count)) {
      if (!value.ok() || value.value <= 0) return false;
    }
  }
  return true;
}

ViolationFinder::ViolationFinder(Engine& engine, const FactReport& report)
    : engine_(engine),
      facts_(report.facts()),
      implied_(report.implied()),
      tells_places_(report.is_of_model_alone()),
      guards_(engine.workspace()),
      evaluator_(engine.workspace().exprs(), Roots(report)) {
  for (size_t i = 0; i < implied_.size(); ++i) {
    if (implied_[i].source.basis == Basis::kAssumed) implied_assumptions_.push_back(i);
    if (rules::MayBeTolerated(implied_[i].source.check)) implied_tolerated_.push_back(i);
  }
  FindPremises();
  FindDataFacts();
}

void ViolationFinder::FindDataFacts() {
  const symbolic::ExprArena& arena = engine_.workspace().exprs();
  for (size_t i = 0; i < facts_.size(); ++i) {
    const bool may_fail =
        facts_[i].state == FactState::kDataDependent && facts_[i].source.basis != Basis::kDeclared;
    if (!may_fail) continue;
    DataFact& fact = data_facts_.emplace_back(DataFact{i, {}});
    for (const symbolic::SymbolId id : SymbolsOf(arena, facts_[i])) {
      if (!arena.symbol(id).DependsOnInputsOnly()) fact.unknowns.push_back(id);
    }
  }
}

void ViolationFinder::FindPremises() {
  const Given* const given = engine_.given();
  if (given == nullptr || given->symbols.empty()) return;
  const auto& symbols = engine_.workspace().exprs().symbols();
  for (symbolic::SymbolId id = 0; id < symbols.size(); ++id) {
    const Given::Symbol* const known = given->FindSymbol(symbols[id].name);
    if (known != nullptr) premises_.push_back({id, known});
  }
}

std::vector<Expr> ViolationFinder::Roots(const FactReport& report) {
  std::vector<Expr> roots;
  AddSides(facts_, &roots);
  AddSides(implied_, &roots);
  for (const auto* facts : {&facts_, &implied_}) {
    for (const ReportedFact& fact : *facts) guards_.Add(fact.scope, &roots);
  }
  AddUnchecked(report, &roots);
  return roots;
}

void ViolationFinder::AddUnchecked(const FactReport& report, std::vector<Expr>* roots) {
  const std::vector<CallFrame>& frames = engine_.call_frames();
  for (uint32_t run : FindUncheckedRuns(engine_, report)) {
    const size_t first = roots->size();
    for (; run != CallFrame::kMain; run = frames[run].parent) {
      roots->insert(roots->end(), frames[run].runs_if.begin(), frames[run].runs_if.end());
    }
    unchecked_.push_back({first, roots->size() - first});
  }
  HashSet<symbolic::ScopeId> seen;
  for (const rules::Workspace::Unchecked& place : engine_.workspace().unchecked()) {
    if (!seen.insert(place.scope).second) continue;
    guards_.Add(place.scope, roots);
    unchecked_scopes_.push_back(place.scope);
  }
}

bool ViolationFinder::HasFailed(const Fact& fact, size_t place,
                                absl::Span<const Evaluation> sides) const {
  return IsFalse(fact, sides[2 * place], sides[2 * place + 1]) &&
         !guards_.NeverRuns(fact.scope, sides);
}

bool ViolationFinder::skips_false_fact() const {
  const auto is_skipped = [&](const Fact& fact, size_t place) {
    return fact.scope != kRootScope && IsFalse(fact, sides_[2 * place], sides_[2 * place + 1]) &&
           guards_.NeverRuns(fact.scope, sides_);
  };
  for (size_t i = 0; i < facts_.size(); ++i) {
    if (is_skipped(facts_[i], i)) return true;
  }
  return std::any_of(implied_assumptions_.begin(), implied_assumptions_.end(),
                     [&](size_t i) { return is_skipped(implied_[i], facts_.size() + i); });
}

bool ViolationFinder::IsUndecided(const ReportedFact& fact, size_t place,
                                  absl::Span<const Evaluation> sides,
                                  const BoundSymbols& bound) const {
  const bool has_values = sides[2 * place].ok() && sides[2 * place + 1].ok();
  if (has_values || guards_.NeverRuns(fact.scope, sides)) return false;
  if (fact.state != FactState::kProved) return true;
  // The bound of an unknown is proved of what the model computes, not of what a binding says.
  const symbolic::Symbol* const symbol = engine_.workspace().exprs().AsSymbol(fact.left);
  return symbol != nullptr && !symbol->DependsOnInputsOnly() && sides[2 * place].ok() &&
         bound.values[engine_.workspace().exprs().node(fact.left.node()).symbol].has_value();
}

// What an unknown equals by a fact is no evidence for that fact.
bool ViolationFinder::IsLeftOpen(absl::Span<const Evaluation> sides,
                                 const BoundSymbols& bound) const {
  for (const UncheckedRun& run : unchecked_) {
    const auto conditions = sides.subspan(run.first, run.count);
    const bool never_runs = std::any_of(
        conditions.begin(), conditions.end(),
        [](const Evaluation& condition) { return condition.ok() && condition.value <= 0; });
    if (!never_runs) return true;
  }
  for (const symbolic::ScopeId scope : unchecked_scopes_) {
    if (!guards_.NeverRuns(scope, sides)) return true;
  }
  if (data_facts_.empty()) return false;
  // Mostly a binding tells no unknown.
  HashSet<symbolic::SymbolId> told;
  for (const symbolic::SymbolId id : bound.told) {
    if (!engine_.workspace().exprs().symbol(id).DependsOnInputsOnly()) told.insert(id);
  }
  return std::any_of(data_facts_.begin(), data_facts_.end(), [&](const DataFact& fact) {
    const bool is_told = std::all_of(fact.unknowns.begin(), fact.unknowns.end(),
                                     [&](symbolic::SymbolId id) { return told.contains(id); });
    return !is_told && !guards_.NeverRuns(facts_[fact.place].scope, sides);
  });
}

void ViolationFinder::Find(const BoundSymbols& bound, Work& work, v1::Evaluation* evaluation) {
  sides_ = evaluator_.Run(bound.values);
  const auto sides = sides_;
  is_undecided_ = IsLeftOpen(sides, bound);
  conditional_ = 0;
  may_be_tolerated_ = false;
  failed_.clear();
  broken_.clear();
  for (size_t i = 0; i < facts_.size(); ++i) {
    if (facts_[i].state == FactState::kRefuted) {
      FindRefuted(i, sides, evaluation);
      continue;
    }
    if (!is_undecided_) is_undecided_ = IsUndecided(facts_[i], i, sides, bound);
    if (!HasFailed(facts_[i], i, sides)) continue;
    if (!work.Count(kCountPerViolation)) return;
    if (facts_[i].source.basis == Basis::kAssumed) {
      broken_.push_back(&facts_[i]);
      continue;
    }
    if (guards_.SurelyRuns(facts_[i].scope, sides)) {
      failed_.push_back(&facts_[i]);
    } else {
      is_undecided_ = true;
      ++conditional_;
    }
    may_be_tolerated_ |= rules::MayBeTolerated(facts_[i].source.check);
    AddFailed(i, sides[2 * i].value, sides[2 * i + 1].value, evaluation);
  }
  for (const size_t i : implied_assumptions_) {
    if (HasFailed(implied_[i], facts_.size() + i, sides)) broken_.push_back(&implied_[i]);
  }
  for (const size_t i : implied_tolerated_) {
    may_be_tolerated_ = may_be_tolerated_ || HasFailed(implied_[i], facts_.size() + i, sides);
  }
  if (evaluation->violations_size() > 0) AddImplied(sides, work, evaluation);
  CheckPremises(bound, evaluation);
  if (!broken_.empty() && !FitsDeclared(bound)) broken_.clear();
  for (const Contradiction& found : bound.contradictions) {
    if (!work.Count(kCountPerViolation + facts_.size())) return;
    AddContradiction(found, evaluation);
  }
  if (tells_places_) return;
  for (v1::Violation& violation : *evaluation->mutable_violations()) violation.clear_fact();
}

// No input can satisfy it, which is a diagnostic already: a warning where its branch may run.
void ViolationFinder::FindRefuted(size_t place, absl::Span<const Evaluation> sides,
                                  v1::Evaluation* evaluation) {
  const ReportedFact& fact = facts_[place];
  if (guards_.NeverRuns(fact.scope, sides)) return;
  if (fact.told_basis() == Basis::kAssumed) {
    broken_.push_back(&fact);
  } else if (fact.scope == kRootScope) {
    // An error of the model, but some runtime may go on.
    const bool may_run = rules::MayBeTolerated(fact.source.check);
    may_be_tolerated_ |= may_run && HasFailed(fact, place, sides);
  } else if (guards_.SurelyRuns(fact.scope, sides) && HasFailed(fact, place, sides)) {
    AddFailed(place, sides[2 * place].value, sides[2 * place + 1].value, evaluation);
  } else {
    is_undecided_ = true;
  }
}

bool ViolationFinder::has_tolerated() const {
  const auto& found = engine_.workspace().diagnostics();
  return std::any_of(found.begin(), found.end(),
                     [](const rules::Diagnostic& each) { return each.code == "KERNEL_TOO_LARGE"; });
}

bool ViolationFinder::FailsIn(const ViolationFinder& fresh) const {
  HashSet<symbolic::FactSource> failed;
  for (const ReportedFact* const fact : failed_) failed.insert(fact->source);
  return std::any_of(fresh.facts_.begin(), fresh.facts_.end(), [&](const ReportedFact& fact) {
    return fact.state == FactState::kRefuted && failed.contains(fact.source);
  });
}

bool ViolationFinder::RequiresMoreThan(const ViolationFinder& other,
                                       const BoundSymbols& bound) const {
  const symbolic::ExprArena& arena = engine_.workspace().exprs();
  const HashSet<symbolic::SymbolId> told(bound.told.begin(), bound.told.end());
  const auto is_told = [&](const ReportedFact& fact) {
    const auto symbols = SymbolsOf(arena, fact);
    return std::all_of(symbols.begin(), symbols.end(),
                       [&](symbolic::SymbolId id) { return told.contains(id); });
  };
  HashSet<symbolic::FactSource> known;
  for (const auto* const facts : {&other.facts_, &other.implied_}) {
    for (const ReportedFact& fact : *facts) known.insert(fact.source);
  }
  return std::any_of(facts_.begin(), facts_.end(), [&](const ReportedFact& fact) {
    const bool may_fail = fact.state == FactState::kOpen || fact.state == FactState::kDataDependent;
    return may_fail && fact.scope == symbolic::kRootScope &&
           fact.source.basis == symbolic::Basis::kRequired &&
           fact.source.left.node != symbolic::Site::kNone && !known.contains(fact.source) &&
           !is_told(fact);
  });
}

std::vector<Pin> ViolationFinder::BrokenAssumptions(const BoundSymbols& bound) const {
  const symbolic::ExprArena& arena = engine_.workspace().exprs();
  const HashSet<symbolic::SymbolId> told(bound.told.begin(), bound.told.end());
  std::vector<Pin> pins;
  std::vector<Pin> elements;
  for (const Fact* fact : broken_) {
    for (const symbolic::SymbolId id : SymbolsOf(arena, *fact)) {
      const symbolic::Symbol& symbol = arena.symbol(id);
      if (symbol.DependsOnInputsOnly() && told.contains(id)) {
        const bool is_element = symbol.kind == symbolic::SymbolKind::kInputValue;
        (is_element ? elements : pins).push_back({symbol.name, *bound.values[id]});
      }
    }
  }
  return elements.empty() ? pins : elements;
}

bool ViolationFinder::FitsDeclared(const BoundSymbols& bound) {
  if (std::any_of(bound.contradictions.begin(), bound.contradictions.end(),
                  [](const Contradiction& found) { return found.is_of_declarations; })) {
    return false;
  }
  std::vector<std::optional<int64_t>> told(bound.values.size());
  for (const symbolic::SymbolId id : bound.told) told[id] = bound.values[id];
  const bool are_allowed =
      std::all_of(premises_.begin(), premises_.end(), [&](const Premise& premise) {
        return !told[premise.symbol] || premise.given->Allows(*told[premise.symbol]);
      });
  if (!are_allowed) return false;
  const auto sides = evaluator_.Run(told);
  for (size_t i = 0; i < facts_.size(); ++i) {
    const Basis basis = facts_[i].source.basis;
    const bool is_declared = basis == Basis::kDeclared || basis == Basis::kPremise;
    if (is_declared && facts_[i].state != FactState::kRefuted && HasFailed(facts_[i], i, sides)) {
      return false;
    }
  }
  return true;
}

void ViolationFinder::CheckPremises(const BoundSymbols& bound, v1::Evaluation* evaluation) const {
  for (const auto& [symbol, given] : premises_) {
    const std::optional<int64_t> value = bound.values[symbol];
    if (!value || given->Allows(*value)) continue;
    // Ranges and divisors are facts.
    const bool is_fact = !given->bounds.Contains(*value) || *value % given->divisor != 0;
    if (is_fact) continue;
    v1::Violation* violation = evaluation->add_violations();
    violation->set_kind(v1::Violation::KIND_FACT);
    violation->set_left(*value);
    violation->set_message(absl::StrCat("premises[", given->premise, "]: ", given->name, " = ",
                                        *value, " is not in the list that it gives"));
    const std::optional<int64_t> next = given->From(*value, true);
    const std::optional<int64_t> other = next ? next : given->From(*value, false);
    if (other) violation->set_suggestion(absl::StrCat("give ", given->name, " as ", *other));
  }
}

std::string ViolationFinder::DescribeSite(const Site& site) const {
  const graph::Model& model = engine_.workspace().model();
  if (site.node == Site::kNone) {
    if (site.input == Site::kNone || site.graph != 0) return "the model";
    const auto input = model.graphs[0].inputs[static_cast<size_t>(site.input)];
    return absl::StrCat("input ", model.values[input].name);
  }
  return NodeText(model, site);
}

void ViolationFinder::AddFailed(size_t place, int64_t left, int64_t right,
                                v1::Evaluation* evaluation) const {
  const ReportedFact& fact = facts_[place];
  const symbolic::ExprArena& arena = engine_.workspace().exprs();
  v1::Violation* violation = evaluation->add_violations();
  violation->set_kind(v1::Violation::KIND_FACT);
  violation->set_fact(static_cast<uint32_t>(place));
  violation->set_left(left);
  violation->set_right(right);
  const bool is_by_request = fact.source.basis == Basis::kPremise && fact.source.left == Site();
  std::string message = absl::StrCat(
      is_by_request ? "the request" : DescribeSite(fact.source.left), ": ", fact.source.reason(),
      ": ", WithValue(arena, fact.left, left), " ", RelationSign(fact.relation), " ",
      WithValue(arena, fact.right, right), " does not hold");
  for (size_t i = 0; i < std::min(fact.also.size(), kMaxNamed); ++i) {
    absl::StrAppend(&message, i == 0 ? "; nor at " : ", ", DescribeSite(fact.also[i]));
  }
  if (fact.also.size() > kMaxNamed) absl::StrAppend(&message, " and others");
  violation->set_message(message);
  violation->set_suggestion(fact.suggestion);
}

void ViolationFinder::AddImplied(absl::Span<const Evaluation> sides, Work& work,
                                 v1::Evaluation* evaluation) const {
  const symbolic::ExprArena& arena = engine_.workspace().exprs();
  std::vector<size_t> named(static_cast<size_t>(evaluation->violations_size()));
  for (size_t i = 0; i < implied_.size(); ++i) {
    if (!HasFailed(implied_[i], facts_.size() + i, sides)) continue;
    for (size_t k = 0; k < named.size(); ++k) {
      if (!work.Count(kCountPerComparison)) return;
      v1::Violation* violation = evaluation->mutable_violations(static_cast<int>(k));
      if (!ShareASymbol(arena, implied_[i], facts_[violation->fact()])) continue;
      if (named[k]++ < kMaxNamed) {
        absl::StrAppend(
            violation->mutable_message(), "; nor what ", DescribeSite(implied_[i].source.left),
            " asks: ", WithValue(arena, implied_[i].left, sides[2 * (facts_.size() + i)].value),
            " ", RelationSign(implied_[i].relation), " ",
            WithValue(arena, implied_[i].right, sides[2 * (facts_.size() + i) + 1].value));
      }
      break;
    }
  }
}

void ViolationFinder::AddContradiction(const Contradiction& found,
                                       v1::Evaluation* evaluation) const {
  v1::Violation* violation = evaluation->add_violations();
  violation->set_kind(v1::Violation::KIND_BINDING);
  violation->set_left(found.actual);
  violation->set_right(found.expected);
  violation->set_message(
      absl::StrCat(found.subject, " is given as ", found.actual, " but is ", found.expected));
  violation->set_suggestion(absl::StrCat("give ", found.subject, " as ", found.expected));
  // Inputs that share a name: a declared fact whose sides are the same symbol says so.
  for (size_t i = 0; i < facts_.size(); ++i) {
    if (facts_[i].source.basis == symbolic::Basis::kDeclared &&
        facts_[i].relation == Relation::kEqual && facts_[i].source.right == found.site) {
      violation->set_fact(static_cast<uint32_t>(i));
      return;
    }
  }
}

}  // namespace shapewright::questions
