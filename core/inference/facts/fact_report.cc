#include "core/inference/facts/fact_report.h"

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/inference/facts/given_facts.h"
#include "core/inference/facts/suggestion.h"
#include "core/inference/text/node_text.h"
#include "core/rules/state/tolerated_facts.h"
#include "core/symbolic/algebra/substitute.h"
#include "core/symbolic/algebra/upper_expression.h"
#include "core/symbolic/reachable.h"

namespace shapewright::inference {
namespace {

using symbolic::Expr;
using symbolic::ExprArena;
using symbolic::Fact;
using symbolic::Interval;
using symbolic::SymbolId;

constexpr uint32_t kLeftOut = std::numeric_limits<uint32_t>::max();

// A premise that leaves a symbol one value is a required fact, which replaces the symbol: no
// interval may imply it, as it is all that a binding is held to.
std::vector<Interval> DeclaredBoundsOf(const ExprArena& arena, const Given* given) {
  std::vector<Interval> bounds;
  for (const symbolic::Symbol& symbol : arena.symbols()) {
    const Given::Symbol* known = given == nullptr ? nullptr : given->FindSymbol(symbol.name);
    const bool narrows = known != nullptr && !known->bounds.is_point();
    bounds.push_back(narrows ? Intersect(symbol.bounds, known->bounds) : symbol.bounds);
  }
  return bounds;
}

// Substitutes into facts what unknowns were found to equal; equalities of inputs are kept as
// facts.
class Presenter {
 public:
  explicit Presenter(rules::Workspace& workspace)
      : arena_(workspace.exprs()), facts_(workspace.facts()), rewriter_(arena_) {}

  Expr Present(Expr e) {
    const auto solution = [this](SymbolId id) {
      const Expr self = Expr::FromNode(arena_.symbol(id).node);
      if (arena_.symbol(id).DependsOnInputsOnly()) return self;
      const Expr known = facts_.Solution(id);
      return known.is_unknown() ? self : known;
    };
    while (true) {
      const Expr next = rewriter_.RewriteFully(e, solution, [](SymbolId, Expr) {});
      if (next == e || !next.is_symbolic()) return next;
      e = next;
    }
  }

 private:
  ExprArena& arena_;
  symbolic::FactStore& facts_;
  symbolic::Rewriter rewriter_;
};

// The facts that gave an unknown its value: later ones of their scope do not mention it.
std::vector<bool> FindDefinitions(rules::Workspace& workspace) {
  const symbolic::FactStore& store = workspace.facts();
  ExprArena& arena = workspace.exprs();
  std::vector<bool> is_definition(store.facts().size());
  symbolic::SymbolCollector collector(arena);
  for (size_t i = store.facts().size(); i-- > 0;) {
    const Fact& fact = store.facts()[i];
    if (DependsOnInputsOnly(arena, fact.left) && DependsOnInputsOnly(arena, fact.right)) continue;
    const std::vector<SymbolId> symbols = collector.CollectNew({fact.left, fact.right});
    if (!arena.CountWork(symbols.size())) break;
    is_definition[i] = fact.relation == symbolic::Relation::kEqual && fact.is_firm() &&
                       std::any_of(symbols.begin(), symbols.end(), [&](SymbolId id) {
                         const symbolic::Symbol& symbol = arena.symbol(id);
                         return symbol.is_unknown() && !symbol.DependsOnInputsOnly() &&
                                !store.Solution(id).is_unknown();
                       });
  }
  return is_definition;
}

// The sides of each fact as they are told; none if they are as they were learned. Of 2*u = n, which
// made u n//2, 2*(n//2) = n is left: that the data give u nobody tells then, and no binding shows.
std::vector<std::pair<Expr, Expr>> PresentedSides(rules::Workspace& workspace,
                                                  absl::Span<const Interval> declared) {
  std::vector<std::pair<Expr, Expr>> sides;
  if (!workspace.facts().has_substitutions()) return sides;
  const ExprArena& arena = workspace.exprs();
  const std::vector<bool> is_definition = FindDefinitions(workspace);
  const DeclaredBounds bounds(workspace.exprs(), declared);
  Presenter presenter(workspace);
  sides.reserve(workspace.facts().facts().size());
  for (const Fact& fact : workspace.facts().facts()) {
    const bool defines = is_definition[sides.size()];
    const Expr left = presenter.Present(fact.left);
    const Expr right = presenter.Present(fact.right);
    // A fact that would become trivial keeps its sides.
    if (left == right) {
      sides.emplace_back(fact.left, fact.right);
      continue;
    }
    sides.emplace_back(left, right);
    if (defines && DependsOnInputsOnly(arena, left) && DependsOnInputsOnly(arena, right)) {
      workspace.PutBackUnchecked({{fact.scope, fact.source.left, fact.source.check.sentence}});
    }
  }
  return sides;
}

// Empty if it is long: a suggestion is kept for every fact and may quote names as long as the
// model.
std::string ShortSuggestion(ExprArena& arena, const Fact& fact) {
  constexpr size_t kMaxBytes = 1024;
  std::string text = Suggestion(arena, fact);
  return text.size() <= kMaxBytes ? text : std::string();
}

ReportedFact Report(const Fact& fact, FactState state) { return {fact, state, {}}; }

FactState StateOf(const ExprArena& arena, const ReportedFact& fact, const Given* given) {
  if (!DependsOnInputsOnly(arena, fact.left) || !DependsOnInputsOnly(arena, fact.right)) {
    return FactState::kDataDependent;
  }
  switch (ConcludeFromGiven(arena, fact, given)) {
    case GivenVerdict::kProved:
      return FactState::kProved;
    case GivenVerdict::kRefuted:
      return FactState::kRefuted;
    case GivenVerdict::kOpen:
      break;
  }
  return FactState::kOpen;
}

// Reports that an optional refinement was left out at a limit (S66).
void ReportLimit(rules::Workspace& workspace, absl::string_view what) {
  rules::Diagnostic diagnostic;
  diagnostic.severity = rules::Severity::kInfo;
  diagnostic.code = "REFINEMENT_LIMIT";
  diagnostic.message = absl::StrCat("not worked out, as it takes too much: ", what);
  workspace.AddDiagnostic(std::move(diagnostic));
}

}  // namespace

FactReport::FactReport(Engine& engine, const InferOptions& options, const Given* given)
    : is_of_model_alone_(given == nullptr || !given->is_told_by_bindings) {
  Conflicts conflicts;
  if (!engine.workspace().facts().refuted().empty()) {
    bool is_whole = true;
    conflicts = FindConflicts(engine, options, given, &is_whole);
    if (!is_whole) ReportLimit(engine.workspace(), "which facts contradict each other");
  }
  AddFacts(engine, conflicts, given);
  AddUpperBounds(engine);
  AddRefuted(engine, conflicts);
}

// Implied facts are left out, except those that a contradiction refers to.
std::vector<bool> FactReport::LeftOut(const Implications& found, const Conflicts& conflicts) {
  std::vector<bool> is_left_out = found.is_implied;
  for (const auto& conflict : conflicts) {
    if (!conflict) continue;
    for (const size_t place : *conflict) is_left_out[place] = false;
  }
  for (const std::vector<size_t>& contradiction : found.contradictions) {
    for (const size_t place : contradiction) is_left_out[place] = false;
  }
  return is_left_out;
}

void FactReport::AddFacts(Engine& engine, const Conflicts& conflicts, const Given* given) {
  rules::Workspace& workspace = engine.workspace();
  ExprArena& arena = workspace.exprs();
  const std::vector<Fact>& facts = workspace.facts().facts();
  if (facts.empty()) return;
  const std::vector<Interval> declared = DeclaredBoundsOf(arena, given);
  const Implications found = FindImplications(arena, workspace.facts(), declared, engine.work());
  has_broken_assumption_ = found.has_broken_assumption;
  if (!found.is_whole) ReportLimit(workspace, "which facts follow from others");
  const std::vector<bool> is_left_out = LeftOut(found, conflicts);
  facts_.reserve(facts.size());
  places_.reserve(facts.size());
  const auto sides = PresentedSides(workspace, declared);
  for (size_t i = 0; i < facts.size(); ++i) {
    ReportedFact fact = Report(facts[i], FactState::kOpen);
    if (!sides.empty()) std::tie(fact.left, fact.right) = sides[i];
    fact.state = StateOf(arena, fact, given);
    const bool is_open = fact.state == FactState::kOpen || fact.state == FactState::kDataDependent;
    if (is_open && !is_left_out[i]) fact.suggestion = ShortSuggestion(arena, fact);
    places_.push_back(is_left_out[i] ? kLeftOut : static_cast<uint32_t>(facts_.size()));
    (is_left_out[i] ? implied_ : facts_).push_back(std::move(fact));
  }
  for (const std::vector<size_t>& contradiction : found.contradictions) {
    ReportLateContradiction(engine, contradiction);
  }
}

void FactReport::ReportLateContradiction(Engine& engine, const std::vector<size_t>& facts) {
  rules::Workspace& workspace = engine.workspace();
  // The fact found last is the one reported as refuted (S19), of those under most circumstances:
  // only where these occur do the others contradict it (S2). What rests on a choice gives way to
  // what does not (S4), and among facts that always hold so does what some runtime does without
  // (S13).
  const std::vector<Fact>& all = workspace.facts().facts();
  const auto weakness = [&](size_t i) {
    const bool is_tolerated = rules::MayBeTolerated(all[i].source.check);
    const bool is_guarded = all[i].scope != symbolic::kRootScope;
    return std::tuple(all[i].rests_on_choice, is_guarded, is_tolerated, all[i].scope, i);
  };
  const size_t refuted = *std::max_element(
      facts.begin(), facts.end(), [&](size_t a, size_t b) { return weakness(a) < weakness(b); });
  ReportedFact& last = facts_[places_[refuted]];
  if (last.state == FactState::kRefuted || last.source.left.node == symbolic::Site::kNone) return;
  last.state = FactState::kRefuted;
  for (const size_t i : facts) {
    if (i != refuted) last.conflicts_with.push_back(places_[i]);
  }
  rules::Diagnostic diagnostic;
  diagnostic.code = "DIM_MISMATCH";
  diagnostic.message =
      absl::StrCat(NodeText(workspace.model(), last.source.left), ": ", last.source.reason(),
                   ": cannot hold together with what other nodes require");
  diagnostic.site = last.source.left;
  for (const size_t i : facts) {
    if (i != refuted) diagnostic.related.push_back(facts_[places_[i]].source.left);
  }
  if (last.rests_on_choice || last.scope != symbolic::kRootScope) {
    diagnostic.severity = rules::Severity::kWarning;
  }
  late_.emplace(workspace.diagnostics().size(), places_[refuted]);
  workspace.AddDiagnostic(std::move(diagnostic));
}

// Adds for each data-dependent unknown the upper bound of its size.
void FactReport::AddUpperBounds(Engine& engine) {
  ExprArena& arena = engine.workspace().exprs();
  std::vector<SymbolId> bounded;
  for (SymbolId id = 0; id < arena.symbols().size(); ++id) {
    const bool is_free = engine.workspace().facts().Solution(id).is_unknown();
    if (arena.symbol(id).upper.is_symbolic() && is_free) bounded.push_back(id);
  }
  if (bounded.empty()) return;
  std::vector<Expr> dims;
  for (graph::ValueId id = 0; id < engine.workspace().model().values.size(); ++id) {
    shape::AppendExpressions(engine.workspace().types(), engine.TypeOf(id), &dims);
  }
  const std::vector<symbolic::NodeId> used = symbolic::ReachableNodes(arena, dims);
  for (const SymbolId id : bounded) {
    const symbolic::Symbol& symbol = arena.symbol(id);
    if (!std::binary_search(used.begin(), used.end(), symbol.node)) continue;
    const symbolic::FactSource source = {
        symbolic::Basis::kRequired, symbol.origin, symbol.origin, {{}, "never more than this"}};
    const Expr upper = engine.workspace().facts().Finalize(symbol.upper);
    const Fact fact = {symbolic::Relation::kAtMost,
                       Expr::FromNode(symbol.node),
                       upper,
                       source,
                       symbolic::kRootScope,
                       {},
                       engine.workspace().facts().RestsOnChoice(upper)};
    facts_.push_back(Report(fact, FactState::kProved));
  }
}

void FactReport::AddRefuted(Engine& engine, const Conflicts& conflicts) {
  first_refuted_ = static_cast<uint32_t>(facts_.size());
  const std::vector<Fact>& refuted = engine.workspace().facts().refuted();
  for (size_t i = 0; i < refuted.size(); ++i) {
    ReportedFact fact = Report(refuted[i], FactState::kRefuted);
    if (conflicts[i]) {
      for (const size_t place : *conflicts[i]) fact.conflicts_with.push_back(places_[place]);
    }
    facts_.push_back(std::move(fact));
  }
}

std::vector<uint32_t> FactReport::Preconditions() const {
  std::vector<uint32_t> places;
  for (uint32_t i = 0; i < facts_.size(); ++i) {
    if (facts_[i].state == FactState::kOpen && facts_[i].scope == symbolic::kRootScope) {
      places.push_back(i);
    }
  }
  return places;
}

std::optional<uint32_t> FactReport::PlaceOf(const rules::Diagnostic& diagnostic,
                                            size_t number) const {
  if (diagnostic.refuted) return first_refuted_ + *diagnostic.refuted;
  const auto late = late_.find(number);
  return late == late_.end() ? std::nullopt : std::optional<uint32_t>(late->second);
}

}  // namespace shapewright::inference
