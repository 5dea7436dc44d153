#include "core/questions/chain/infer_chain.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/answer/message_writer.h"
#include "core/graph/chain/chain.h"
#include "core/graph/message/message_text.h"
#include "core/graph/opset_scope.h"
#include "core/graph/read_error.h"
#include "core/inference/answer/answer_facts.h"
#include "core/inference/infer_run.h"
#include "core/inference/read_model.h"
#include "core/questions/chain/chain_memory.h"
#include "core/questions/chain/state_capacity.h"
#include "core/questions/chain/state_sizes.h"
#include "core/rules/registry/registry.h"
#include "core/wire/valid_text.h"
#include "core/wire/wire_writer.h"

namespace shapewright::questions {
namespace {

using graph::GraphId;
using graph::Item;
using graph::ValueId;
using graph::Within;
using inference::BlameRequest;
using inference::FinishRun;
using inference::InferOptions;
using inference::InferRun;
using inference::LinkConflict;
using inference::ListedDiagnostics;
using inference::PrepareInference;
using inference::ReadModel;
using inference::ReportedFact;

using ChainResponse = v1::InferChainResponse;

// The bytes of the request but for its models, and those of the models as they are counted alike
// for all kinds of source.
uint64_t SizeOf(const v1::InferChainRequest& request, absl::Span<const StageModel> models) {
  uint64_t bytes = request.ByteSizeLong();
  for (const v1::ChainStage& stage : request.chain().stages()) {
    const v1::ModelSpec& spec = stage.model();
    if (spec.has_onnx()) bytes -= spec.onnx().size();
    bytes -= spec.file().content().size() + spec.file().weights().size();
    if (spec.has_graph()) bytes -= spec.graph().ByteSizeLong();
  }
  for (const StageModel& model : models) bytes += model.model->byte_size;
  return bytes;
}

// What is asked of the whole.
v1::InferShapesRequest QuestionOf(const v1::InferChainRequest& request) {
  v1::InferShapesRequest question;
  *question.mutable_model()->mutable_premises() = request.chain().premises();
  *question.mutable_model()->mutable_operator_rules() = request.chain().operator_rules();
  question.set_scope(request.scope());
  *question.mutable_include() = request.include();
  *question.mutable_limits() = request.limits();
  return question;
}

constexpr absl::string_view kChainField = "chain";

// An error about the whole, whose `model` in the question is the request's `chain`.
absl::Status OfChain(absl::Status status) {
  const std::string field = graph::FieldOf(status);
  absl::string_view rest = field;
  if (absl::ConsumePrefix(&rest, "model.")) {
    status.SetPayload(graph::kFieldPayload, absl::Cord(absl::StrCat(kChainField, ".", rest)));
  }
  return status;
}

// ONNX's operator that gives its operand as it is.
graph::OperatorName FindLinkOperator() {
  graph::OperatorName name;
  for (const rules::OperatorRow* row : rules::AllOperators()) {
    const bool is_copy =
        row->traits.purity == rules::Purity::kIdentity && row->traits.is_elementwise;
    if (is_copy && row->domain.empty()) name.op_type = row->name;
  }
  name.opset_version = graph::kNewestOpset;
  return name;
}

// Finds the stage that a place of the whole belongs to.
class StageFinder {
 public:
  StageFinder(const graph::ComposedModel& composed, const graph::Chain& chain)
      : composed_(composed), chain_(chain), links_(composed.link_nodes.size()) {
    for (size_t i = 0; i < links_.size(); ++i) links_[i] = {composed.link_nodes[i], i};
    std::sort(links_.begin(), links_.end());
  }

  // A stage, or a link, by number; both absent: the whole.
  struct Place {
    int stage = -1;
    int link = -1;
  };
  Place Find(uint32_t graph, int64_t node, int64_t input) const {
    // Bodies of the request's rules come last, and belong to no stage.
    if (graph >= composed_.graph_stages.size()) return {};
    if (graph != 0) return {composed_.graph_stages[graph], -1};
    if (node >= 0) return OfNode(static_cast<uint32_t>(node));
    const auto& inputs = composed_.model->graphs[0].inputs;
    if (input < 0 || static_cast<size_t>(input) >= inputs.size()) return {};
    return {OfValue(inputs[static_cast<size_t>(input)]), -1};
  }

 private:
  Place OfNode(uint32_t node) const {
    const auto link = std::lower_bound(links_.begin(), links_.end(), std::pair(node, size_t{0}));
    if (link != links_.end() && link->first == node) return {-1, static_cast<int>(link->second)};
    const auto& firsts = composed_.first_nodes;
    const auto next = std::upper_bound(firsts.begin(), firsts.end(), node);
    // Stages without nodes share their first node with the next one.
    auto stage = static_cast<int>(next - firsts.begin()) - 1;
    while (stage >= 0 && chain_.stages[static_cast<size_t>(stage)].model->graphs[0].nodes.empty()) {
      --stage;
    }
    return {stage, -1};
  }
  int OfValue(ValueId value) const {
    const auto& firsts = composed_.first_values;
    return static_cast<int>(std::upper_bound(firsts.begin(), firsts.end(), value) -
                            firsts.begin()) -
           1;
  }

  const graph::ComposedModel& composed_;
  const graph::Chain& chain_;
  std::vector<std::pair<uint32_t, size_t>> links_;
};

class ChainAnswer {
 public:
  ChainAnswer(const v1::InferChainRequest& request, absl::Span<const StageModel> models,
              const ChainPlan& plan, const graph::ComposedModel& composed,
              const v1::InferShapesRequest& question, InferRun& run)
      : request_(request),
        models_(models),
        plan_(plan),
        composed_(composed),
        question_(question),
        run_(run),
        finder_(composed, plan.chain) {}

  absl::StatusOr<std::string> Write();

 private:
  absl::Status WriteMismatches(ChainResponse* out);
  absl::Status WriteStages(ChainResponse* out);
  absl::Status WriteLinks(ChainResponse* out);
  absl::Status WriteStates(ChainResponse* out);
  absl::Status WriteState(size_t place, const StateSizes::Result& sizes, v1::StateReport* report);
  std::string NameOfSteps() const;
  absl::Status WriteEvaluations(ChainResponse* out);
  // Attributes a fact, by the place that asks for it first.
  void AddFact(uint32_t number, const ReportedFact& fact, ChainResponse* out) const;
  // `number` counts those of the answer, `diagnostic` those of the inference.
  void AddDiagnostic(uint32_t number, uint32_t diagnostic, ChainResponse* out) const;
  v1::Type TypeOf(shape::TypeId id);
  v1::Dim DimOf(symbolic::Expr dim);
  // Takes what was added to the answer from the budget.
  absl::Status Charge(const google::protobuf::Message& part);

  const v1::InferChainRequest& request_;
  const absl::Span<const StageModel> models_;
  const ChainPlan& plan_;
  const graph::ComposedModel& composed_;
  const v1::InferShapesRequest& question_;
  InferRun& run_;
  const StageFinder finder_;
  // Null without states.
  std::unique_ptr<StateBuffers> buffers_;
  symbolic::SymbolId steps_ = 0;
};

v1::Type ChainAnswer::TypeOf(shape::TypeId id) {
  rules::Workspace& workspace = run_.engine->workspace();
  answer::PlainExprTexts texts(workspace.exprs());
  const answer::MessageWriter writer(workspace.exprs(), workspace.types(), texts);
  WireWriter out;
  writer.PutTypeContent(workspace.FinalizeType(id), out);
  v1::Type type;
  type.ParseFromString(out.Take());
  return type;
}

v1::Dim ChainAnswer::DimOf(symbolic::Expr dim) {
  rules::Workspace& workspace = run_.engine->workspace();
  answer::PlainExprTexts texts(workspace.exprs());
  const answer::MessageWriter writer(workspace.exprs(), workspace.types(), texts);
  WireWriter out;
  constexpr uint32_t kField = v1::Shape::kDimsFieldNumber;
  writer.PutDim(kField, dim, out);
  v1::Shape shape;
  shape.ParseFromString(out.Take());
  return shape.dims_size() == 1 ? shape.dims(0) : v1::Dim();
}

absl::Status ChainAnswer::Charge(const google::protobuf::Message& part) {
  run_.budget->Take(part.ByteSizeLong());
  absl::Status status = run_.budget->status();
  return status.ok() ? run_.work.status() : status;
}

absl::Status ChainAnswer::WriteMismatches(ChainResponse* out) {
  const std::vector<LinkConflict>& conflicts = run_.engine->linked_inputs().conflicts();
  out->set_fits(conflicts.empty());
  HashMap<ValueId, uint32_t> links;
  for (size_t i = 0; i < plan_.chain.links.size() && !conflicts.empty(); ++i) {
    links.emplace(composed_.ValueOf(plan_.chain.links[i].input), static_cast<uint32_t>(i));
  }
  for (const LinkConflict& conflict : conflicts) {
    v1::LinkMismatch& mismatch = *out->add_mismatches();
    mismatch.set_link(links.at(conflict.input));
    mismatch.set_kind(static_cast<v1::LinkMismatch::Kind>(conflict.kind));
    if (conflict.axis >= 0) mismatch.set_axis(static_cast<uint32_t>(conflict.axis));
    *mismatch.mutable_output_type() = TypeOf(conflict.produced);
    *mismatch.mutable_input_type() = TypeOf(conflict.declared);
    mismatch.set_message(conflict.message);
    absl::Status status = Charge(mismatch);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

void ChainAnswer::AddFact(uint32_t number, const ReportedFact& fact, ChainResponse* out) const {
  const symbolic::Site& site =
      fact.source.left == symbolic::Site() ? fact.source.right : fact.source.left;
  const auto place = finder_.Find(static_cast<uint32_t>(site.graph), site.node, site.input);
  if (place.stage >= 0) out->mutable_stages(place.stage)->add_facts(number);
  if (place.link >= 0) out->mutable_links(place.link)->add_facts(number);
}

void ChainAnswer::AddDiagnostic(uint32_t number, uint32_t diagnostic, ChainResponse* out) const {
  const symbolic::Site& site = run_.engine->workspace().diagnostics()[diagnostic].site;
  const auto place = finder_.Find(static_cast<uint32_t>(site.graph), site.node, site.input);
  // Of a link that does not fit, `mismatches` tell.
  if (place.stage >= 0) out->mutable_stages(place.stage)->add_diagnostics(number);
}

absl::Status ChainAnswer::WriteStages(ChainResponse* out) {
  for (size_t i = 0; i < plan_.chain.stages.size(); ++i) {
    v1::StageReport& stage = *out->add_stages();
    stage.set_name(std::string(plan_.chain.stages[i].name));
    stage.set_model_id(models_[plan_.places[i]].id);
    stage.set_first_node(composed_.first_nodes[i]);
    stage.set_nodes(static_cast<uint32_t>(plan_.chain.stages[i].model->graphs[0].nodes.size()));
  }
  absl::Status status = WriteLinks(out);
  if (!status.ok()) return status;
  const std::vector<ReportedFact>& facts = run_.report->facts();
  for (uint32_t i = 0; i < facts.size(); ++i) AddFact(i, facts[i], out);
  const std::vector<uint32_t> listed =
      ListedDiagnostics(run_.engine->workspace(), run_.answer.max_diagnostics);
  for (uint32_t i = 0; i < listed.size(); ++i) AddDiagnostic(i, listed[i], out);
  for (const v1::StageReport& stage : out->stages()) {
    status = Charge(stage);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status ChainAnswer::WriteLinks(ChainResponse* out) {
  for (size_t i = 0; i < plan_.links.size(); ++i) {
    if (!run_.work.Count()) return run_.work.status();
    v1::LinkReport& link = *out->add_links();
    *link.mutable_link() = plan_.links[i];
    link.set_node(composed_.link_nodes[i]);
    const ValueId input = composed_.ValueOf(plan_.chain.links[i].input);
    *link.mutable_type() = TypeOf(run_.engine->TypeOf(input));
    absl::Status status = Charge(link);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// A name that no symbol has and no model declares (S71).
std::string ChainAnswer::NameOfSteps() const {
  const symbolic::ExprArena& exprs = run_.engine->workspace().exprs();
  HashSet<absl::string_view> taken;
  for (const symbolic::Symbol& symbol : exprs.symbols()) taken.insert(symbol.name);
  for (const graph::Value& value : composed_.model->values) {
    for (auto* type = value.declared; type != nullptr; type = type->inner) {
      for (const graph::DeclaredDim& dim : type->dims) taken.insert(dim.text);
    }
  }
  for (int suffix = 1;; ++suffix) {
    std::string name = exprs.FreeName("T", suffix);
    if (!taken.contains(name)) return name;
  }
}

absl::Status ChainAnswer::WriteStates(ChainResponse* out) {
  if (plan_.states.empty()) return absl::OkStatus();
  symbolic::ExprArena& exprs = run_.engine->workspace().exprs();
  symbolic::Symbol steps;
  steps.name = NameOfSteps();
  steps.kind = symbolic::SymbolKind::kInputDim;
  steps.bounds = symbolic::Interval{1, symbolic::Interval::kInfinity};
  out->set_steps_symbol(steps.name);
  const symbolic::Expr count = exprs.AddSymbol(std::move(steps));
  steps_ = exprs.node(count.node()).symbol;
  buffers_ = std::make_unique<StateBuffers>(exprs, steps_);
  StateSizes growth(*run_.engine, count);
  std::vector<State> states;
  for (const StateIds& ids : plan_.states) {
    const ValueId input = composed_.ValueOf(ids.input);
    states.push_back({composed_.model->values[input].producer, composed_.ValueOf(ids.output)});
  }
  const std::vector<StateSizes::Result> results = growth.Find(states);
  for (size_t i = 0; i < results.size(); ++i) {
    absl::Status status = WriteState(i, results[i], out->add_states());
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status ChainAnswer::WriteState(size_t place, const StateSizes::Result& sizes,
                                     v1::StateReport* report) {
  const auto number = static_cast<int>(place);
  const v1::StatePair& state = request_.chain().states(number);
  absl::Status status = buffers_->Read(place, state, sizes);
  if (!status.ok()) {
    return BlameRequest(Within(kChainField, Within(Item("states", number), std::move(status))));
  }
  *report->mutable_state() = state;
  report->set_reason(sizes.reason);
  for (size_t i = 0; i < sizes.axes.size(); ++i) {
    if (!run_.work.Count()) return run_.work.status();
    const StateSizes::Axis& axis = sizes.axes[i];
    v1::StateAxis& told = *report->add_axes();
    *told.mutable_first() = DimOf(axis.first);
    *told.mutable_next() = DimOf(axis.next);
    if (!axis.after.is_unknown()) *told.mutable_after_steps() = DimOf(axis.after);
    told.set_reason(axis.reason);
    const StateCapacity* const capacity = buffers_->Find(place, i);
    if (capacity == nullptr) continue;
    *told.mutable_capacity() = DimOf(capacity->size);
    const symbolic::Expr fitting = buffers_->FittingSteps(*capacity);
    if (!fitting.is_unknown()) *told.mutable_fitting_steps() = DimOf(fitting);
  }
  StateSharing sharing = buffers_->Judge(place, sizes);
  report->set_sharing(sharing.sharing);
  report->set_sharing_reason(std::move(sharing.reason));
  return Charge(*report);
}

absl::Status ChainAnswer::WriteEvaluations(ChainResponse* out) {
  if (request_.bindings().empty()) return absl::OkStatus();
  ChainEvaluator evaluator(request_, plan_, composed_, question_.model(), run_);
  if (buffers_ != nullptr) evaluator.HoldAgainst(buffers_->capacities(), steps_);
  absl::Status status = evaluator.Prepare();
  if (!status.ok()) return status;
  for (int i = 0; i < request_.bindings_size(); ++i) {
    v1::ChainEvaluation& evaluation = *out->add_evaluations();
    status = evaluator.Evaluate(request_.bindings(i), &evaluation);
    if (status.ok() && !run_.budget->Take(evaluation.ByteSizeLong())) {
      status = run_.budget->status();
    }
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> ChainAnswer::Write() {
  absl::StatusOr<std::string> whole = AnswerRun(question_, run_);
  if (!whole.ok()) return whole;
  ChainResponse head;
  absl::Status status = WriteMismatches(&head);
  MakeTextValid(&head);
  ChainResponse tail;
  if (status.ok()) status = WriteStages(&tail);
  if (status.ok()) status = WriteStates(&tail);
  if (status.ok()) status = WriteEvaluations(&tail);
  if (!status.ok()) return status;
  MakeTextValid(&tail);
  WireWriter answer;
  answer.AppendBytes(head.SerializeAsString());
  answer.Bytes(ChainResponse::kWholeFieldNumber, *whole);
  answer.AppendBytes(tail.SerializeAsString());
  status = run_.work.status();
  if (status.ok()) status = run_.budget->CheckSize(answer.size());
  if (!status.ok()) return status;
  return answer.Take();
}

}  // namespace

absl::StatusOr<std::string> InferChain(const v1::InferChainRequest& request,
                                       absl::Span<const StageModel> models,
                                       const InferOptions& options) {
  const uint64_t limit =
      WorkLimit(options.max_work, request.limits().work(), SizeOf(request, models));
  Work reading(limit, options.reader.check_interrupt, options.progress);
  ChainPlan plan;
  absl::Status status = ReadChain(request.chain(), models, options, reading, &plan);
  if (!status.ok()) return BlameRequest(Within(kChainField, std::move(status)));
  size_t nodes = 0;
  for (const StageModel& model : models) nodes += model.model->node_count;
  if (nodes > static_cast<size_t>(options.reader.limits.max_nodes)) {
    return Within("chain.stages",
                  graph::ReadError(graph::reason::kTooManyNodes,
                                   absl::StrCat("the stages have more than ",
                                                options.reader.limits.max_nodes, " nodes")));
  }
  plan.chain.link_operator = FindLinkOperator();
  const graph::ComposedModel composed = graph::Compose(plan.chain);
  HashSet<ValueId> linked;
  for (const graph::Link& link : plan.chain.links) linked.insert(composed.ValueOf(link.input));
  InferOptions own = options;
  own.linked_inputs = &linked;
  const v1::InferShapesRequest question = QuestionOf(request);
  auto run = PrepareInference(question, limit, *composed.model, own);
  if (!run.ok()) return OfChain(BlameRequest(run.status()));
  (*run)->work.CountKept(reading.count());
  status = FinishRun(**run);
  if (!status.ok()) return OfChain(BlameRequest(std::move(status)));
  return ChainAnswer(request, models, plan, composed, question, **run).Write();
}

absl::StatusOr<std::string> InferChain(const v1::InferChainRequest& request,
                                       const InferOptions& options) {
  std::vector<std::unique_ptr<graph::Model>> models;
  std::vector<StageModel> stages;
  for (int i = 0; i < request.chain().stages_size(); ++i) {
    const v1::ModelSpec& spec = request.chain().stages(i).model();
    auto model = ReadModel(spec, options);
    if (!model.ok()) {
      if (!absl::IsInvalidArgument(model.status())) return model.status();
      const bool has_field = !graph::FieldOf(model.status()).empty();
      const absl::Status status =
          has_field ? model.status() : Within(inference::SourceField(spec), model.status());
      return Within(Item("chain.stages", i), status);
    }
    stages.push_back({model->get()});
    models.push_back(*std::move(model));
  }
  return InferChain(request, stages, options);
}

absl::Span<const ListLimit> InferChainLists() {
  static constexpr ListLimit kLists[] = {
      {ListKind::kBindings, "bindings", SizeBy<&v1::InferChainRequest::bindings_size>}};
  return kLists;
}

absl::Span<const ListLimit> ChainLists() {
  static constexpr ListLimit kLists[] = {
      {ListKind::kStages, "stages", SizeBy<&v1::Chain::stages_size>},
      {ListKind::kLinks, "links", SizeBy<&v1::Chain::links_size>},
      {ListKind::kLinks, "states", SizeBy<&v1::Chain::states_size>},
      {ListKind::kLinks, "outputs", SizeBy<&v1::Chain::outputs_size>}};
  return kLists;
}

}  // namespace shapewright::questions
