#include "core/inference/answer/answer_writer.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/graph/bodies.h"
#include "core/inference/answer/answer_facts.h"
#include "core/inference/answer/values_on_errors.h"
#include "core/inference/answer/write_check.h"
#include "core/inference/engine/answer_numbering.h"
#include "core/inference/engine/count_diagnostics.h"
#include "core/inference/facts/assumed_ranges.h"
#include "core/inference/text/answer_text.h"
#include "core/inference/text/precision.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::inference {
namespace {

using graph::GraphId;
using graph::ValueId;
using rules::Severity;
using symbolic::Site;

using ShapesResponse = v1::InferShapesResponse;

// -1 as protobuf's `sint32` has it.
constexpr uint64_t kMinusOne = 1;

class AnswerWriter {
 public:
  AnswerWriter(Engine& engine, const graph::Model& model, const FactReport& report,
               const AnswerOptions& options)
      : engine_(engine),
        model_(model),
        options_(options),
        workspace_(engine.workspace()),
        budget_(options.budget != nullptr ? *options.budget : own_budget_),
        numbering_(model),
        out_(budget_),
        text_(workspace_),
        check_(engine.work(), budget_),
        precision_(workspace_),
        facts_(workspace_, engine.declared(), report, options.given, text_, out_, check_),
        body_attributes_(graph::AttributesOfBodies(model)) {
    for (const graph::Function& function : model.functions) {
      functions_.emplace(function.body, &function);
    }
  }

  absl::StatusOr<std::string> Write() {
    engine_.work().set_phase("write");
    Select();
    CountValues();
    if (!check_.status().ok()) return check_.status();
    WriteInputs();
    WriteOutputs();
    // Written first, as printing them determines which symbols the answer lists, and those come
    // before the graphs.
    WireWriter graphs(budget_);
    std::swap(out_, graphs);
    WriteGraphs();
    std::swap(out_, graphs);
    told_ranges_->Lift();
    WireWriter facts(budget_);
    std::swap(out_, facts);
    facts_.WriteFacts();
    std::swap(out_, facts);
    out_.NonZero(ShapesResponse::kConsistentFieldNumber,
                 CountDiagnostics(workspace_)[Severity::kError] == 0 ? 1 : 0);
    facts_.WriteDiagnostics(options_.max_diagnostics);
    facts_.WriteSymbols(ShapesResponse::kSymbolsFieldNumber, *told_ranges_);
    out_.Append(facts);
    WriteStatistics();
    WireWriter opsets(budget_);
    if (options_.wiring) WriteOpsets(opsets);
    const size_t bytes = out_.size() + graphs.size() + options_.further.size() + opsets.size();
    check_.Charge(bytes);
    if (!check_.status().ok()) return check_.status();
    if (absl::Status size = budget_.CheckSize(bytes); !size.ok()) return size;
    return out_.Take({graphs.view(), options_.further, opsets.view()});
  }

 private:
  void Select() {
    const HashSet<absl::string_view> names(options_.values.begin(), options_.values.end());
    if (names.empty()) return;
    for (const ValueId value : numbering_.values(0)) {
      if (names.contains(model_.values[value].name)) selected_.insert(value);
    }
  }

  void CountValues() {
    told_ranges_.emplace(workspace_);
    for (uint32_t number = 0; number < numbering_.size(); ++number) {
      if (check_.ShouldStop()) break;
      const Precision precision = precision_.Of(engine_.TypeOf(numbering_.value(number)));
      if (precision == Precision::kExact) ++exact_;
      if (precision == Precision::kBounded) ++bounded_;
    }
  }

  bool IsListed(ValueId value) const {
    return options_.scope != AnswerOptions::Scope::kOutputs || selected_.contains(value);
  }

  void WriteInputs() {
    for (const ValueId id : model_.graphs[0].inputs) {
      if (check_.ShouldStop()) return;
      const graph::Value& value = model_.values[id];
      const bool is_given =
          options_.given != nullptr && options_.given->constants.contains(value.name);
      if (value.constant != nullptr || is_given) continue;
      WriteValue(ShapesResponse::kInputsFieldNumber, id);
    }
  }

  void WriteOutputs() {
    for (const ValueId id : model_.graphs[0].outputs) {
      if (check_.ShouldStop()) return;
      if (id == graph::kNoValue) continue;
      const bool is_defined = numbering_.NumberOf(id) != AnswerNumbering::kNone;
      if (is_defined) WriteValue(ShapesResponse::kOutputsFieldNumber, id);
    }
  }

  void WriteGraphs() {
    const bool is_all = options_.scope == AnswerOptions::Scope::kAllGraphs;
    const bool has_none =
        options_.scope == AnswerOptions::Scope::kOutputs && selected_.empty() && !options_.nodes;
    const size_t count = is_all ? model_.graphs.size() : has_none ? 0 : 1;
    // Enough for a name, a number and a type of most values.
    if (count != 0) out_.Reserve(size_t{4096} + model_.values.size() * 96);
    for (GraphId id = 0; id < count && !budget_.is_spent(); ++id) WriteGraph(id);
  }

  // The declared type of an input, if it differs from the inferred one.
  std::optional<shape::TypeId> DeclaredType(ValueId id) const {
    const graph::Value& value = model_.values[id];
    if (value.origin != graph::ValueOrigin::kInput || value.graph != 0) {
      return std::nullopt;
    }
    const shape::TypeId declared = engine_.DeclaredInputType(value.producer);
    if (declared == engine_.TypeOf(id)) return std::nullopt;
    return declared;
  }

  void WriteGraph(GraphId id) {
    using Message = v1::GraphInfo;
    const graph::Graph& graph = model_.graphs[id];
    const size_t begin = out_.Begin(ShapesResponse::kGraphsFieldNumber);
    for (const ValueId value : numbering_.values(id)) {
      if (check_.ShouldStop()) break;
      if (IsListed(value)) WriteValue(Message::kValuesFieldNumber, value);
    }
    if (options_.nodes) WriteNodes(graph);
    out_.NonEmpty(Message::kNameFieldNumber, graph.name);
    if (graph.parent != graph::kNoGraph) {
      Site owner;
      owner.graph = static_cast<int32_t>(graph.parent);
      owner.node = static_cast<int32_t>(graph.owner_node);
      text_.WriteSite(out_, Message::kOwnerFieldNumber, owner);
      WriteAttributeName(id);
    }
    WriteFunctionKey(id);
    if (options_.wiring) WriteGraphWiring(graph);
    out_.End(begin);
  }

  void WriteGraphWiring(const graph::Graph& graph) {
    WriteNumbers(v1::GraphInfo::kOutputsFieldNumber, graph.outputs);
    if (graph.parent == graph::kNoGraph) return;
    const graph::Node& owner = model_.graphs[graph.parent].nodes[graph.owner_node];
    const rules::Bodies bodies = workspace_.operators().TraitsOf(owner.op).bodies;
    out_.NonZero(v1::GraphInfo::kIsBranchFieldNumber, bodies == rules::Bodies::kBranches ? 1 : 0);
  }

  // The numbers of values as packed `sint32`.
  void WriteNumbers(uint32_t field, absl::Span<const ValueId> values) {
    if (values.empty()) return;
    check_.Charge(values.size() * sizeof(uint32_t));
    const size_t begin = out_.Begin(field);
    for (const ValueId value : values) {
      const uint32_t number =
          value == graph::kNoValue ? AnswerNumbering::kNone : numbering_.NumberOf(value);
      const bool is_none = number == AnswerNumbering::kNone;
      out_.Packed(is_none ? kMinusOne : uint64_t{number} * 2);  // zigzag
    }
    out_.End(begin);
  }

  void WriteOpsets(WireWriter& out) const {
    for (const graph::OpsetImport& opset : model_.opsets) {
      const size_t begin = out.Begin(ShapesResponse::kOpsetsFieldNumber);
      out.NonEmpty(v1::OpsetImport::kDomainFieldNumber, opset.domain);
      out.NonZero(v1::OpsetImport::kVersionFieldNumber, static_cast<uint64_t>(opset.version));
      out.End(begin);
    }
  }

  void WriteNodes(const graph::Graph& graph) {
    for (const graph::Node& node : graph.nodes) {
      if (check_.ShouldStop()) return;
      const size_t begin = out_.Begin(v1::GraphInfo::kNodesFieldNumber);
      out_.NonEmpty(v1::NodeInfo::kNameFieldNumber, node.name);
      WriteOperator(model_.operators[node.op]);
      if (options_.wiring) WriteNodeWiring(node);
      out_.End(begin);
    }
  }

  void WriteNodeWiring(const graph::Node& node) {
    WriteNumbers(v1::NodeInfo::kInputsFieldNumber, node.inputs);
    const rules::Elements elements = workspace_.operators().TraitsOf(node.op).elements;
    out_.NonZero(v1::NodeInfo::kIsConstantFieldNumber,
                 elements == rules::Elements::kOfAttribute ? 1 : 0);
    out_.NonEmpty(v1::NodeInfo::kModulesFieldNumber, node.scopes);
  }

  void WriteOperator(const graph::OperatorName& op) {
    constexpr uint32_t kField = v1::NodeInfo::kOpTypeFieldNumber;
    if (op.domain.empty()) {
      out_.NonEmpty(kField, op.op_type);
    } else {
      out_.Text(kField, absl::StrCat(op.domain, ":", op.op_type));
    }
  }

  void WriteAttributeName(GraphId id) {
    const auto found = body_attributes_.find(id);
    if (found == body_attributes_.end()) return;
    out_.NonEmpty(v1::GraphInfo::kAttributeFieldNumber, found->second->name);
  }

  void WriteFunctionKey(GraphId id) {
    const auto found = functions_.find(id);
    if (found == functions_.end()) return;
    const graph::Function& function = *found->second;
    const size_t begin = out_.Begin(v1::GraphInfo::kFunctionFieldNumber);
    out_.NonEmpty(v1::OperatorKey::kDomainFieldNumber, function.domain);
    out_.NonEmpty(v1::OperatorKey::kOpTypeFieldNumber, function.name);
    out_.NonEmpty(v1::OperatorKey::kOverloadFieldNumber, function.overload);
    out_.End(begin);
  }

  void WriteValue(uint32_t field, ValueId id) {
    using Message = v1::ValueInfo;
    const graph::Value& value = model_.values[id];
    const size_t begin = out_.Begin(field);
    out_.NonEmpty(Message::kNameFieldNumber, value.name);
    text_.WriteType(out_, Message::kTypeFieldNumber, engine_.TypeOf(id));
    if (const auto declared = DeclaredType(id)) {
      text_.WriteType(out_, Message::kDeclaredTypeFieldNumber, *declared);
    }
    if (value.origin == graph::ValueOrigin::kNode) {
      out_.Varint(Message::kNodeFieldNumber, value.producer);
    } else if (value.origin == graph::ValueOrigin::kInput) {
      out_.Varint(Message::kInputFieldNumber, value.producer);
    }
    out_.NonZero(Message::kNumberFieldNumber, numbering_.NumberOf(id));
    if (options_.elements) WriteElements(id);
    out_.End(begin);
  }

  void WriteElements(ValueId id) {
    const auto elements = engine_.ElementsOf(id);
    if (elements.empty()) return;
    told_ranges_->Lift();
    for (const symbolic::Expr element : elements) {
      if (budget_.is_spent()) break;
      text_.writer().PutAmount(v1::ValueInfo::kElementsFieldNumber,
                               workspace_.facts().Finalize(element), out_);
    }
    told_ranges_->Apply();
  }

  void WriteStatistics() {
    using Message = v1::Statistics;
    rules::DiagnosticCounts counts = CountDiagnostics(workspace_);
    const size_t total = counts.total();
    const size_t begin = out_.Begin(ShapesResponse::kStatisticsFieldNumber);
    out_.NonZero(Message::kNodesFieldNumber, model_.node_count);
    out_.NonZero(Message::kValuesFieldNumber, numbering_.size());
    out_.NonZero(Message::kExactFieldNumber, exact_);
    out_.NonZero(Message::kBoundedFieldNumber, bounded_);
    out_.NonZero(Message::kUnknownFieldNumber, numbering_.size() - exact_ - bounded_);
    out_.NonZero(Message::kErrorsFieldNumber, counts[Severity::kError]);
    out_.NonZero(Message::kWarningsFieldNumber, counts[Severity::kWarning]);
    out_.NonZero(Message::kDiagnosticsDroppedFieldNumber,
                 total > options_.max_diagnostics ? total - options_.max_diagnostics : 0);
    if (counts[Severity::kError] > 0) {
      out_.NonZero(
          Message::kValuesOnErrorsFieldNumber,
          CountValuesOnErrors(model_, workspace_.diagnostics(), numbering_, engine_.work()));
    }
    out_.End(begin);
  }

  Engine& engine_;
  const graph::Model& model_;
  const AnswerOptions& options_;
  rules::Workspace& workspace_;
  // Of the types that are written.
  std::optional<AssumedRanges> told_ranges_;
  AnswerBudget own_budget_;
  AnswerBudget& budget_;
  const AnswerNumbering numbering_;
  WireWriter out_;
  AnswerText text_;
  // The values that the request names.
  HashSet<ValueId> selected_;
  WriteCheck check_;
  PrecisionTable precision_;
  AnswerFacts facts_;
  // By nested graph: the attribute that holds it, and the function whose body it is.
  const HashMap<GraphId, const graph::Attribute*> body_attributes_;
  HashMap<GraphId, const graph::Function*> functions_;
  // The numbers of values with exact and with bounded types.
  uint32_t exact_ = 0;
  uint32_t bounded_ = 0;
};

}  // namespace

absl::StatusOr<std::string> WriteAnswer(Engine& engine, const graph::Model& model,
                                        const FactReport& report, const AnswerOptions& options) {
  return AnswerWriter(engine, model, report, options).Write();
}

}  // namespace shapewright::inference
