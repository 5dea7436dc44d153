#include "core/library/snapshot.h"

#include <optional>
#include <utility>

#include "core/base/answer_budget.h"
#include "core/inference/answer/listed_symbols.h"
#include "core/inference/answer/values_on_errors.h"
#include "core/inference/answer/write_check.h"
#include "core/inference/engine/count_diagnostics.h"
#include "core/inference/facts/assumed_ranges.h"
#include "core/inference/text/fact_text.h"
#include "core/library/typed_text.h"
#include "core/shape/text/print.h"
#include "core/wire/printable.h"

namespace shapewright {
namespace {

using inference::ListedSymbol;
using inference::Precision;
using inference::ReportedFact;
using rules::Severity;

constexpr size_t kMaxDiagnostics = 1000;

class SnapshotTaker {
 public:
  SnapshotTaker(inference::InferRun& run, const inference::AnswerNumbering& numbering,
                const InferenceOptions& options, Snapshot& out)
      : run_(run),
        model_(*run.model),
        engine_(*run.engine),
        workspace_(engine_.workspace()),
        numbering_(numbering),
        options_(options),
        check_(run.work, *run.budget),
        text_(workspace_, *run.budget),
        out_(out) {}

  absl::Status Take() {
    run_.work.set_phase("write");
    FindPrecision();
    const size_t graphs = options_.all_graphs ? model_.graphs.size() : 1;
    for (graph::GraphId id = 0; id < graphs && !check_.ShouldStop(); ++id) AddGraph(id);
    AddEnds();
    told_ranges_->Lift();
    AddFacts();
    inference::VisitListedSymbols(workspace_, engine_.declared(), &run_.given, *told_ranges_,
                                  text_.text(), [this](const ListedSymbol& symbol) {
                                    out_.symbols.push_back(SymbolOf(symbol));
                                    return !check_.ShouldStop();
                                  });
    AddDiagnostics();
    CountAll();
    out_.types = text_.TakeTypes();
    return check_.status();
  }

 private:
  // Before anything is told, by the ranges that are.
  void FindPrecision() {
    told_ranges_.emplace(workspace_);
    for (uint32_t number = 0; number < numbering_.size(); ++number) {
      text_.precision().Of(engine_.TypeOf(numbering_.value(number)));
    }
  }

  void AddGraph(graph::GraphId id) {
    const graph::Graph& graph = model_.graphs[id];
    GraphInfo& info = out_.graphs.emplace_back();
    info.name = std::string(graph.name);
    if (graph.parent != graph::kNoGraph) {
      info.owner.emplace();
      info.owner->graph = graph.parent;
      info.owner->node = graph.owner_node;
    }
    info.values.reserve(numbering_.values(id).size());
    uint32_t number = numbering_.first(id);
    for (const graph::ValueId value : numbering_.values(id)) {
      if (check_.ShouldStop()) return;
      AddValue(value, number++, info);
    }
  }

  void AddValue(graph::ValueId id, uint32_t number, GraphInfo& info) {
    const graph::Value& from = model_.values[id];
    run_.budget->Take(sizeof(Value) + from.name.size());
    Value& value = info.values.emplace_back();
    value.name = std::string(from.name);
    value.type = text_.TypeOf(engine_.TypeOf(id)).get();
    value.number = number;
    if (from.origin == graph::ValueOrigin::kNode) value.node = from.producer;
    if (from.origin == graph::ValueOrigin::kInput) value.input = from.producer;
    if (value.input.has_value() && from.graph == 0) {
      const shape::TypeId declared = engine_.DeclaredInputType(from.producer);
      if (declared != engine_.TypeOf(id)) value.declared_type = text_.TypeOf(declared).get();
    }
    if (options_.elements) AddElements(id, value);
  }

  void AddElements(graph::ValueId id, Value& value) {
    const auto elements = engine_.ElementsOf(id);
    if (elements.empty()) return;
    told_ranges_->Lift();
    for (const symbolic::Expr element : elements) {
      if (run_.budget->is_spent()) break;
      value.elements.push_back(text_.DimOf(workspace_.facts().Finalize(element)));
    }
    told_ranges_->Apply();
  }

  // Of values that stay where they are from now on.
  void AddEnds() {
    const graph::Graph& main = model_.graphs[0];
    const auto find = [&](graph::ValueId id) -> const Value* {
      if (id == graph::kNoValue) return nullptr;
      const uint32_t number = numbering_.NumberOf(id);
      return number < out_.graphs[0].values.size() ? &out_.graphs[0].values[number] : nullptr;
    };
    if (check_.ShouldStop()) return;
    for (const Value& value : out_.graphs[0].values) {
      out_.values_by_name.emplace(value.name, &value);
    }
    for (const graph::ValueId id : main.inputs) {
      const graph::Value& input = model_.values[id];
      const bool is_given = run_.given.constants.contains(input.name);
      const Value* value = find(id);
      if (value != nullptr && input.constant == nullptr && !is_given) out_.inputs.push_back(value);
    }
    for (const graph::ValueId id : main.outputs) {
      if (const Value* value = find(id); value != nullptr) out_.outputs.push_back(value);
    }
  }

  void AddFacts() {
    for (const ReportedFact& from : run_.report->facts()) {
      if (check_.ShouldStop()) return;
      Fact& fact = out_.facts.emplace_back();
      fact.relation = static_cast<Fact::Relation>(from.relation);
      fact.left = text_.DimOf(from.left);
      fact.right = text_.DimOf(from.right);
      fact.text = inference::FactText(from.relation, fact.left.text, fact.right.text);
      fact.basis = static_cast<Fact::Basis>(from.told_basis());
      fact.state = static_cast<Fact::State>(from.state);
      fact.sites.push_back(text_.SiteOf(from.source.left));
      if (!(from.source.right == from.source.left)) {
        fact.sites.push_back(text_.SiteOf(from.source.right));
      }
      for (const symbolic::Site& site : from.also) fact.sites.push_back(text_.SiteOf(site));
      AddCircumstances(from.scope, fact);
      fact.reason = Printable(from.source.reason());
      fact.check = std::string(from.source.check.id);
      fact.suggestion = Printable(from.suggestion);
      fact.conflicts_with = from.conflicts_with;
      run_.budget->Take(sizeof(Fact) + fact.text.size() + fact.suggestion.size());
    }
    for (const uint32_t place : run_.report->Preconditions()) {
      out_.facts[place].is_precondition = true;
    }
  }

  void AddCircumstances(symbolic::ScopeId scope, Fact& fact) {
    const auto& scopes = workspace_.facts().scopes();
    for (; scope != symbolic::kRootScope; scope = scopes[scope].parent) {
      const symbolic::Guard& guard = scopes[scope].guard;
      Circumstance circumstance = {text_.SiteOf(guard.control), guard.branch};
      if (guard.branch.empty() && !guard.runs_if.empty()) {
        circumstance.condition =
            std::string(shape::BareCondition(text_.text().ConditionOf(guard.runs_if.front())));
      }
      fact.circumstances.insert(fact.circumstances.begin(), std::move(circumstance));
    }
  }

  Symbol SymbolOf(const ListedSymbol& from) {
    Symbol symbol;
    symbol.name = std::string(from.name);
    symbol.kind = static_cast<Symbol::Kind>(static_cast<int>(from.kind) + 1);
    if (from.bounds.has_value()) symbol.range = TypedText::IntervalOf(*from.bounds);
    if (from.given != nullptr) {
      symbol.divisor = std::max<int64_t>(from.given->divisor, 1);
      symbol.allowed = from.given->allowed;
    }
    if (from.kind == symbolic::SymbolKind::kDefined) {
      symbol.equals.emplace().text = from.definition;
      symbol.equals->kind = Dim::Kind::kExpression;
    } else if (!from.solved.is_unknown()) {
      symbol.equals = text_.DimOf(from.solved);
    }
    if (from.origin.has_value()) symbol.origin = text_.SiteOf(*from.origin);
    symbol.reason = Printable(from.reason);
    run_.budget->Take(sizeof(Symbol) + symbol.name.size() + from.definition.size());
    return symbol;
  }

  void AddDiagnostics() {
    const auto& diagnostics = workspace_.diagnostics();
    for (const Severity severity : {Severity::kError, Severity::kWarning, Severity::kInfo}) {
      for (size_t i = 0; i < diagnostics.size(); ++i) {
        if (diagnostics[i].severity != severity) continue;
        if (check_.ShouldStop() || out_.diagnostics.size() == kMaxDiagnostics) return;
        AddDiagnostic(diagnostics[i], i);
      }
    }
  }

  void AddDiagnostic(const rules::Diagnostic& from, size_t number) {
    Diagnostic& diagnostic = out_.diagnostics.emplace_back();
    diagnostic.severity = static_cast<Diagnostic::Severity>(from.severity);
    diagnostic.code = std::string(from.code);
    diagnostic.check = std::string(from.check);
    diagnostic.message = Printable(from.message);
    diagnostic.site = text_.SiteOf(from.site);
    for (const symbolic::Site& site : from.related) {
      diagnostic.related.push_back(text_.SiteOf(site));
    }
    diagnostic.suggestion = Printable(from.suggestion);
    if (const auto place = run_.report->PlaceOf(from, number)) {
      diagnostic.facts = run_.report->facts()[*place].conflicts_with;
      diagnostic.facts.push_back(*place);
    }
    run_.budget->Take(sizeof(Diagnostic) + diagnostic.message.size());
  }

  void CountAll() {
    Statistics& counts = out_.statistics;
    counts.nodes = model_.node_count;
    counts.values = numbering_.size();
    for (uint32_t number = 0; number < numbering_.size(); ++number) {
      const Precision precision = text_.precision().Of(engine_.TypeOf(numbering_.value(number)));
      if (precision == Precision::kExact) ++counts.exact;
      if (precision == Precision::kBounded) ++counts.bounded;
    }
    counts.unknown = counts.values - counts.exact - counts.bounded;
    rules::DiagnosticCounts diagnostics = inference::CountDiagnostics(workspace_);
    counts.errors = diagnostics[Severity::kError];
    counts.warnings = diagnostics[Severity::kWarning];
    if (counts.errors == 0) return;
    counts.values_on_errors = inference::CountValuesOnErrors(model_, workspace_.diagnostics(),
                                                             numbering_, engine_.work());
  }

  inference::InferRun& run_;
  const graph::Model& model_;
  inference::Engine& engine_;
  rules::Workspace& workspace_;
  // Of the types that are told.
  std::optional<inference::AssumedRanges> told_ranges_;
  const inference::AnswerNumbering& numbering_;
  const InferenceOptions& options_;
  inference::WriteCheck check_;
  TypedText text_;
  Snapshot& out_;
};

}  // namespace

absl::Status TakeSnapshot(inference::InferRun& run, const inference::AnswerNumbering& numbering,
                          const InferenceOptions& options, Snapshot* snapshot) {
  return SnapshotTaker(run, numbering, options, *snapshot).Take();
}

}  // namespace shapewright
