#include "core/inference/answer/answer_writer.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/graph/bodies.h"
#include "core/inference/answer/answer_facts.h"
#include "core/inference/answer/write_check.h"
#include "core/inference/engine/answer_numbering.h"
#include "core/inference/engine/count_diagnostics.h"
#include "core/inference/text/answer_text.h"
#include "core/inference/text/precision.h"

namespace shapewright::inference {
namespace {

using graph::GraphId;
using graph::ValueId;
using ops::Severity;
using symbolic::Site;

// Field numbers of shapewright.v1.InferShapesResponse and what it holds.
enum ResponseField : uint32_t {
  kTypes = 2,
  kGraphs = 3,
  kStatistics = 14,
  kConsistent = 19,
};

class AnswerWriter {
 public:
  AnswerWriter(Engine& engine, const graph::Model& model, const FactReport& report,
               const AnswerOptions& options)
      : engine_(engine),
        model_(model),
        options_(options),
        report_(report),
        workspace_(engine.workspace()),
        budget_(options.budget != nullptr ? *options.budget : own_budget_),
        numbering_(model),
        out_(budget_),
        text_(workspace_),
        type_indices_(workspace_.types().size()),
        check_(engine.work(), budget_),
        precision_(workspace_),
        facts_(workspace_, engine.declared(), report, options.given, text_, out_, check_),
        body_attributes_(graph::AttributesOfBodies(model)) {
    for (const graph::Function& function : model.functions) {
      functions_.emplace(function.body, &function);
    }
  }

  absl::StatusOr<std::string> Write(size_t* evaluations_at) {
    engine_.work().set_phase("write");
    ListValues();
    if (!check_.status().ok()) return check_.status();
    // A name, a type index and a producer for most values.
    out_.Reserve(size_t{4096} + model_.values.size() * 72);
    if (options_.has_values) {
      for (const shape::TypeId type : types_) {
        if (check_.ShouldStop()) break;
        text_.WriteType(out_, kTypes, workspace_.types().at(type));
      }
      for (GraphId id = 0; id < model_.graphs.size() && !budget_.is_spent(); ++id) WriteGraph(id);
    }
    // Symbols come before constraints in the answer, but are those of both.
    WireWriter constraints(budget_);
    std::swap(out_, constraints);
    std::optional<Explainer> explainer;
    if (options_.has_provenance) explainer.emplace(engine_, report_);
    // The preconditions are places among the constraints.
    if (options_.has_constraints || options_.has_preconditions) {
      facts_.WriteConstraints(explainer ? &*explainer : nullptr);
    }
    if (options_.has_preconditions) facts_.WritePreconditions();
    std::swap(out_, constraints);
    if (options_.has_symbols) facts_.WriteSymbols();
    out_.Append(constraints);
    if (options_.has_diagnostics) {
      facts_.WriteDiagnostics(options_.max_diagnostics);
    }
    if (evaluations_at != nullptr) *evaluations_at = out_.size();
    out_.AppendCounted(options_.evaluations);
    WriteStatistics();
    out_.AppendCounted(options_.ranks);
    out_.NonZero(kConsistent, CountDiagnostics(workspace_)[Severity::kError] == 0 ? 1 : 0);
    check_.Charge(out_.size());
    if (!check_.status().ok()) return check_.status();
    if (absl::Status size = budget_.CheckSize(out_.size()); !size.ok()) return size;
    return out_.Take();
  }

 private:
  // A value that the answer lists, and its number.
  struct Listed {
    ValueId value;
    uint32_t number;
  };

  void ListValues() {
    Select();
    listed_.resize(model_.graphs.size());
    for (GraphId id = 0; id < model_.graphs.size(); ++id) {
      uint32_t number = numbering_.first(id);
      for (const ValueId value : numbering_.values(id)) {
        if (IsListed(id, value)) listed_[id].push_back({value, number});
        ++number;
      }
      for (const Listed& listed : listed_[id]) {
        if (check_.ShouldStop()) return;
        Count(engine_.TypeOf(listed.value));
        if (const auto declared = DeclaredType(listed.value)) IndexOf(*declared);
      }
    }
  }

  void Select() {
    if (options_.scope == AnswerOptions::Scope::kOutputs) {
      selected_.insert(model_.graphs[0].outputs.begin(), model_.graphs[0].outputs.end());
    } else if (options_.scope == AnswerOptions::Scope::kNamed) {
      const HashSet<absl::string_view> names(options_.names.begin(), options_.names.end());
      for (const ValueId value : numbering_.values(0)) {
        if (names.contains(model_.values[value].name)) selected_.insert(value);
      }
    }
  }

  bool IsListed(GraphId graph, ValueId value) const {
    using Scope = AnswerOptions::Scope;
    if (options_.scope == Scope::kAll) return true;
    return graph == 0 && (options_.scope == Scope::kMainGraph || selected_.contains(value));
  }

  // What an input was declared as, where it turned out to be something else.
  std::optional<shape::TypeId> DeclaredType(ValueId id) const {
    const graph::Value& value = model_.values[id];
    if (value.origin != graph::ValueOrigin::kInput || value.graph != 0) {
      return std::nullopt;
    }
    const shape::TypeId declared = engine_.DeclaredInputType(value.producer);
    if (declared == engine_.TypeOf(id)) return std::nullopt;
    return declared;
  }

  // The place of a type in the answer, given at its first use.
  uint32_t IndexOf(shape::TypeId type) {
    if (type_indices_[type] == 0) {
      types_.push_back(type);
      type_indices_[type] = static_cast<uint32_t>(types_.size());
    }
    return type_indices_[type] - 1;
  }

  void Count(shape::TypeId type) {
    IndexOf(type);
    ++value_count_;
    switch (precision_.Of(type)) {
      case Precision::kExact:
        ++exact_;
        break;
      case Precision::kBounded:
        ++bounded_;
        break;
      default:
        ++unknown_;
        break;
    }
  }

  void WriteGraph(GraphId id) {
    const graph::Graph& graph = model_.graphs[id];
    const size_t begin = out_.Begin(kGraphs);
    out_.NonEmpty(1, graph.name);
    if (graph.parent != graph::kNoGraph) {
      Site owner;
      owner.graph = static_cast<int32_t>(graph.parent);
      owner.node = static_cast<int32_t>(graph.owner_node);
      text_.WriteSite(out_, 2, owner);
    }
    if (options_.has_names && !listed_[id].empty()) {
      for (const graph::Node& node : graph.nodes) {
        if (check_.ShouldStop()) break;
        out_.Text(3, node.name);
      }
      for (const graph::Node& node : graph.nodes) {
        if (check_.ShouldStop()) break;
        WriteOperator(model_.operators[node.op]);
      }
    }
    for (const Listed& listed : listed_[id]) {
      if (check_.ShouldStop()) break;
      WriteValue(listed.value);
    }
    out_.NonZero(6, numbering_.first(id));
    if (listed_[id].size() != numbering_.values(id).size()) WriteNumbers(listed_[id]);
    if (graph.parent != graph::kNoGraph) WriteAttributeName(id);
    WriteFunctionKey(id);
    out_.End(begin);
  }

  void WriteNumbers(const std::vector<Listed>& values) {
    if (values.empty()) return;
    const size_t begin = out_.Begin(7);
    for (const Listed& listed : values) out_.Packed(listed.number);
    out_.End(begin);
  }

  void WriteOperator(const graph::OperatorName& op) {
    if (op.domain.empty()) {
      out_.Text(4, op.op_type);
    } else {
      out_.Text(4, absl::StrCat(op.domain, ":", op.op_type));
    }
  }

  void WriteAttributeName(GraphId id) {
    const auto found = body_attributes_.find(id);
    if (found != body_attributes_.end()) out_.Text(8, found->second->name);
  }

  void WriteFunctionKey(GraphId id) {
    const auto found = functions_.find(id);
    if (found == functions_.end()) return;
    const graph::Function& function = *found->second;
    const size_t begin = out_.Begin(9);
    out_.NonEmpty(1, function.domain);
    out_.NonEmpty(2, function.name);
    out_.NonEmpty(3, function.overload);
    out_.End(begin);
  }

  void WriteValue(ValueId id) {
    const graph::Value& value = model_.values[id];
    const size_t begin = out_.Begin(5);
    out_.NonZero(1, IndexOf(engine_.TypeOf(id)));
    if (options_.has_names) out_.NonEmpty(2, value.name);
    if (value.origin == graph::ValueOrigin::kNode || value.origin == graph::ValueOrigin::kInput) {
      Site site;
      site.graph = static_cast<int32_t>(value.graph);
      const auto producer = static_cast<int32_t>(value.producer);
      if (value.origin == graph::ValueOrigin::kInput) {
        site.input = producer;
      } else {
        site.node = producer;
        site.output = static_cast<int32_t>(value.producer_output);
      }
      text_.WriteSite(out_, 3, site);
    }
    if (const auto declared = DeclaredType(id)) {
      out_.Varint(4, IndexOf(*declared));
    }
    if (options_.has_elements) WriteElements(id);
    out_.End(begin);
  }

  void WriteElements(ValueId id) {
    for (const symbolic::Expr element : engine_.ElementsOf(id)) {
      if (budget_.is_spent()) return;
      text_.WriteDim(out_, 5, workspace_.facts().Finalize(element));
    }
  }

  void WriteStatistics() {
    ops::DiagnosticCounts counts = CountDiagnostics(workspace_);
    const size_t total = counts.total();
    const size_t begin = out_.Begin(kStatistics);
    out_.NonZero(1, model_.node_count);
    out_.NonZero(2, value_count_);
    out_.NonZero(3, exact_);
    out_.NonZero(4, bounded_);
    out_.NonZero(5, unknown_);
    out_.NonZero(6, total > options_.max_diagnostics ? total - options_.max_diagnostics : 0);
    out_.NonZero(7, counts[Severity::kError]);
    out_.NonZero(8, counts[Severity::kWarning]);
    out_.End(begin);
  }

  Engine& engine_;
  const graph::Model& model_;
  const AnswerOptions& options_;
  const FactReport& report_;
  ops::Workspace& workspace_;
  AnswerBudget own_budget_;
  AnswerBudget& budget_;
  const AnswerNumbering numbering_;
  WireWriter out_;
  AnswerText text_;
  // By graph. Outputs or named values are selected first.
  std::vector<std::vector<Listed>> listed_;
  HashSet<ValueId> selected_;
  // The distinct types of the listed values, and their index + 1 by id.
  std::vector<shape::TypeId> types_;
  std::vector<uint32_t> type_indices_;
  WriteCheck check_;
  PrecisionTable precision_;
  AnswerFacts facts_;
  // By the graph that they hold, or whose function it is.
  const HashMap<GraphId, const graph::Attribute*> body_attributes_;
  HashMap<GraphId, const graph::Function*> functions_;
  uint32_t value_count_ = 0;
  uint32_t exact_ = 0;
  uint32_t bounded_ = 0;
  uint32_t unknown_ = 0;
};

}  // namespace

absl::StatusOr<std::string> WriteAnswer(Engine& engine, const graph::Model& model,
                                        const FactReport& report, const AnswerOptions& options,
                                        size_t* evaluations_at) {
  return AnswerWriter(engine, model, report, options).Write(evaluations_at);
}

}  // namespace shapewright::inference
