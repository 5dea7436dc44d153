#include "core/inference/engine/engine.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/base/nearest_name.h"
#include "core/graph/opset_scope.h"
#include "core/graph/read_error.h"
#include "core/inference/engine/report_model.h"
#include "core/inference/given/learn_premises.h"
#include "core/inference/text/node_text.h"
#include "core/rules/check_operand_types.h"
#include "core/rules/check_schema.h"
#include "core/rules/control/infer_by_case.h"

namespace shapewright::inference {
namespace {

using graph::ValueId;
using rules::ValueState;

// Operations charged per node besides those of its expressions (S65); below, per attribute and per
// operand or result.
constexpr uint64_t kCountPerNode = 32;
// Two names that are looked up, and a copy.
constexpr uint64_t kCountPerAttribute = 16;
constexpr uint64_t kCountPerOperand = 4;
// Per body or call that is kept, besides the types of its values.
constexpr uint64_t kCountPerCallFrame = 64;
// Each nested fixed point multiplies how often the innermost body runs; runs of bodies nested
// deeper than this count against the share of unrolled loops, beyond which they are unknown.
constexpr int kMaxQuietDepth = 2;
// Unrolling loops may use one eighth of the request's work limit (S66), estimated at this many
// operations per node with its expressions.
constexpr uint64_t kUnrollingShare = 8;
constexpr uint64_t kCountPerGrantedNode = 600;

shape::TypeId TypeOfConstant(rules::Workspace& workspace, const graph::Tensor& tensor) {
  rules::DimVector dims(tensor.dims.begin(), tensor.dims.end());
  shape::Type type;
  type.kind = tensor.is_sparse ? shape::TypeKind::kSparseTensor : shape::TypeKind::kTensor;
  type.element = tensor.element;
  type.shape = shape::Shape::Of(dims);
  return workspace.types().Intern(type);
}

// Whether two calls know the same elements of a value. A constant tensor may have been read as
// integers in only one of them.
bool IsSame(const ValueState& a, const ValueState& b) {
  if (a.tensor() != nullptr || b.tensor() != nullptr) return a.tensor() == b.tensor();
  return a.ints() == b.ints();
}

}  // namespace

Engine::Engine(const graph::Model& model, const InferOptions& options, const Given* given,
               std::vector<EarlierFact> earlier)
    : model_(model),
      options_(options),
      given_(given),
      earlier_facts_(std::move(earlier)),
      own_work_(WorkLimit(options.max_work, 0, model.byte_size), options.reader.check_interrupt),
      work_(options.work != nullptr ? options.work : &own_work_),
      workspace_(model, options.exprs, work_, given == nullptr ? nullptr : given->rules.get()),
      declared_(workspace_, given == nullptr ? DeclaredPolicy::kRefine : given->policy,
                options.strictness != Strictness::kBestEffort),
      linked_inputs_(workspace_, declared_),
      was_reported_(model.operators.size()),
      final_types_(model.values.size()),
      is_settled_(model.values.size()),
      call_frames_of_(model.graphs.size()) {
  workspace_.set_as_onnxruntime(options.as_onnxruntime);
}

absl::Status Engine::Run() {
  ReportFindings(workspace_);
  ReportNewerOpset(workspace_);
  if (given_ != nullptr && given_->rules != nullptr) ReportUnusedRules(*given_->rules, workspace_);
  work_->set_phase("infer");
  absl::Status status = SetInputs();
  if (!status.ok()) return status;
  RunGraph(0);
  if (!status_.ok()) return status_;
  FinalizeValues(0);
  // Equalities found after a body was left hold in it too.
  for (shape::TypeId& type : final_types_) {
    type = workspace_.FinalizeType(type);
  }
  for (CallFrame& call_frame : call_frames_) {
    for (shape::TypeId& type : call_frame.types) type = workspace_.FinalizeType(type);
  }
  return work_->status();
}

void Engine::ForgetWork() {
  workspace_.ForgetWork();
  work_ = &own_work_;
  own_work_.Release();
}

absl::Status Engine::SetInputs() {
  if (given_ != nullptr) {
    absl::Status status = CheckGiven(model_, *given_);
    if (!status.ok()) return status;
  }
  const graph::Graph& main = model_.graphs[0];
  SetConstants(main);
  declared_.SetInputs(main, given_);
  for (const ValueId input : main.inputs) {
    input_types_.push_back(workspace_.value(input).type());
  }
  if (given_ != nullptr) {
    // Lengths first: elements have names only where their number is known.
    LearnLengths(*given_, workspace_);
    absl::Status status = LearnPremises(*given_, workspace_);
    if (!status.ok()) return status;
  }
  LearnEarlierFacts(earlier_facts_, workspace_);
  return absl::OkStatus();
}

void Engine::SetConstants(const graph::Graph& graph) {
  for (ValueId id = graph.first_value; id < graph.end_value; ++id) {
    const graph::Value& value = model_.values[id];
    if (value.origin != graph::ValueOrigin::kInitializer) continue;
    ValueState state(TypeOfConstant(workspace_, *value.constant));
    const graph::Tensor* const given = GivenElements(value);
    state.SetTensor(workspace_.types(), given == nullptr ? value.constant : given);
    workspace_.SetValue(id, state);
    if (given != nullptr) workspace_.numbers().SetConstant(id, given);
  }
}

const graph::Tensor* Engine::GivenElements(const graph::Value& constant) const {
  if (given_ == nullptr || constant.graph != 0) return nullptr;
  const auto found = given_->constants.find(constant.name);
  return found == given_->constants.end() ? nullptr : found->second.tensor;
}

void Engine::RecordStop(graph::GraphId graph, uint32_t index) {
  if (!status_.ok()) return;
  if (work_->is_stopped()) {
    symbolic::Site site;
    site.graph = static_cast<int32_t>(graph);
    site.node = static_cast<int32_t>(index);
    work_->SetSite(NodeText(model_, site));
    status_ = work_->status();
  } else {
    status_ = absl::ResourceExhaustedError(absl::StrCat("the model's shapes need more than ",
                                                        workspace_.exprs().limits().total_nodes,
                                                        " expressions"));
    status_.SetPayload(graph::kReasonPayload, absl::Cord("TOO_MANY_EXPRESSIONS"));
  }
}

void Engine::RunGraph(graph::GraphId id) {
  const graph::Graph& graph = model_.graphs[id];
  rules::RuleContext ctx(workspace_, *this);
  for (uint32_t place = 0; place < graph.nodes.size(); ++place) {
    const uint32_t index = graph.NodeAt(place);
    const graph::Node& node = graph.nodes[index];
    work_->Count(kCountPerNode + kCountPerOperand * (node.inputs.size() + node.outputs.size()));
    if (ShouldContinue()) RunNode(ctx, id, index, node);
    if (!ShouldContinue()) return RecordStop(id, index);
  }
}

void Engine::RunNode(rules::RuleContext& ctx, graph::GraphId graph, uint32_t index,
                     const graph::Node& node) {
  const rules::ModelOperators& operators = workspace_.operators();
  const rules::ResolvedOperator& op = operators.Resolved(node.op);
  node_ = index;
  const ChoiceMarks::OfNode choices(choice_marks_, node);
  const auto enter = [&] {
    ctx.Enter(graph, index, node, op.since_version,
              function_calls_.empty() ? absl::Span<const graph::Attribute>()
                                      : function_calls_.back().attributes);
  };
  enter();
  if (const graph::Function* function = operators.FunctionOf(node.op); function != nullptr) {
    CallFunction(ctx, *function);
  } else if (op.row != nullptr) {
    const auto run = [&] {
      enter();
      RunRule(ctx, op);
    };
    const bool may_have_cases =
        !workspace_.conditions().empty() && op.row->traits.bodies == rules::Bodies::kNone;
    if (!may_have_cases) {
      RunRule(ctx, op);
    } else if (!rules::InferByCase(ctx, run)) {
      run();
    }
  } else {
    ReportUnknownOperator(ctx);
  }
  FillInDeclared(ctx, node);
}

void Engine::RunRule(rules::RuleContext& ctx, const rules::ResolvedOperator& op) {
  rules::CheckAttributes(ctx, op);
  if (!rules::CheckInputCount(ctx, op)) return;
  const size_t before = workspace_.diagnostics().size();
  ctx.Apply(*op.row);
  if (workspace_.diagnostics().size() == before) {
    rules::CheckOperandTypes(
        ctx, op.inputs, options_.check_types ? rules::Severity::kError : rules::Severity::kWarning);
  }
  if (workspace_.exprs().TakeOverflow()) {
    ctx.Error("VALUE_OVERFLOW", {},
              absl::StrCat(ctx.op().op_type, ": a size or element leaves the range of int64"));
  }
  if (workspace_.exprs().TakeDivisionByZero()) {
    ctx.Error("DIVISION_BY_ZERO", {},
              absl::StrCat(ctx.op().op_type, ": an element is divided by 0"));
  }
}

void Engine::FillInDeclared(rules::RuleContext& ctx, const graph::Node& node) {
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    const ValueId output = node.outputs[i];
    if (output == graph::kNoValue) continue;
    if (model_.values[output].declared == nullptr) continue;
    const symbolic::Site site = ctx.SiteOf(rules::Place::Output(static_cast<int>(i)));
    const bool is_linked =
        options_.linked_inputs != nullptr && options_.linked_inputs->contains(output);
    if (is_linked) {
      linked_inputs_.Check(output, site);
    } else {
      declared_.FillIn(output, site);
    }
  }
}

void Engine::ReportUnknownOperator(rules::RuleContext& ctx) {
  const graph::OperatorIndex op = ctx.node().op;
  if (was_reported_[op]) return;
  was_reported_[op] = discard_depth_ == 0;
  const graph::OperatorName& name = ctx.op();
  NearestName nearest(name.op_type);
  for (const rules::OperatorRow* row : rules::AllOperators()) {
    if (row->domain == name.domain) nearest.Consider(row->name);
  }
  rules::Diagnostic diagnostic;
  diagnostic.severity = rules::Severity::kWarning;
  diagnostic.code = "UNKNOWN_OPERATOR";
  diagnostic.message = absl::StrCat(
      "no rule for ", name.domain.empty() ? "" : absl::StrCat(name.domain, ":"), name.op_type,
      name.opset_version == graph::kNewestOpset ? ""
                                                : absl::StrCat(" at opset ", name.opset_version),
      "; the outputs of all such nodes are unknown", nearest.Question());
  diagnostic.site = ctx.SiteOf({});
  diagnostic.suggestion =
      "declare its outputs in value_info, give the model a function of that name, or send a rule "
      "for "
      "it in operator_rules";
  ctx.Report(std::move(diagnostic));
}

void Engine::SetDiscardFindings(bool quiet) {
  discard_depth_ += quiet ? 1 : -1;
  if (quiet && discard_depth_ == 1) {
    kept_facts_ = workspace_.facts().BeginTrial();
    kept_diagnostics_ = workspace_.diagnostics().size();
    kept_left_out_ = workspace_.left_out_diagnostics();
    kept_unchecked_ = workspace_.unchecked().size();
  } else if (discard_depth_ == 0) {
    workspace_.facts().EndTrial(kept_facts_);
    workspace_.diagnostics().resize(kept_diagnostics_);
    workspace_.left_out_diagnostics() = kept_left_out_;
    workspace_.TakeUncheckedAfter(kept_unchecked_);
  }
}

bool Engine::ReserveRuns(graph::GraphId id, int64_t count, absl::string_view what) {
  const auto nodes = static_cast<int64_t>(model_.graphs[id].nodes.size()) + 1;
  const auto most = static_cast<int64_t>(work_->limit() / kUnrollingShare / kCountPerGrantedNode);
  if (!status_.ok()) return false;
  if (count > (most - reserved_nodes_) / nodes) {
    rules::Diagnostic diagnostic;
    diagnostic.severity = rules::Severity::kInfo;
    diagnostic.code = "REFINEMENT_LIMIT";
    diagnostic.message = absl::StrCat("not worked out, as it takes too much: ", what);
    diagnostic.site.graph = static_cast<int32_t>(model_.graphs[id].parent);
    diagnostic.site.node = static_cast<int32_t>(node_);
    workspace_.AddDiagnostic(std::move(diagnostic));
    return false;
  }
  reserved_nodes_ += count * nodes;
  return true;
}

void Engine::ForgetRunsAfter(size_t count) {
  // The rounds of a fixed point are not in the answer.
  if (discard_depth_ > 0) return;
  for (; call_frames_.size() > count; call_frames_.pop_back()) {
    const graph::GraphId id = call_frames_.back().graph;
    if (--call_frames_of_[id] > 0) continue;
    const graph::Graph& graph = model_.graphs[id];
    for (ValueId value = graph.first_value; value < graph.end_value; ++value) {
      if (model_.values[value].graph != id) continue;
      is_settled_[value] = false;
      settled_.erase(value);
      differs_by_call_.erase(value);
    }
  }
}

std::vector<ValueState> Engine::Run(graph::GraphId id, absl::Span<const ValueState> inputs,
                                    symbolic::Guard guard) {
  if (discard_depth_ > kMaxQuietDepth && !ReserveRuns(id, 1, "loops nested deeply")) return {};
  const graph::Graph& graph = model_.graphs[id];
  // Facts of a branch that is always executed need no guard (S2).
  const bool is_proved = guard.is_proved;
  const size_t frame = call_frames_.size();
  std::vector<symbolic::Expr> runs_if = guard.runs_if;
  if (!is_proved) workspace_.facts().PushScope(std::move(guard));
  workspace_.ForgetValues(id);
  SetConstants(graph);
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    const ValueId input = graph.inputs[i];
    if (i < inputs.size()) workspace_.SetValue(input, inputs[i]);
    symbolic::Site site;
    site.graph = static_cast<int32_t>(id);
    site.input = static_cast<int32_t>(i);
    declared_.FillIn(input, site);
  }
  RunBody(id);
  if (discard_depth_ == 0) {
    call_frames_[frame].runs_if = std::move(runs_if);
    call_frames_[frame].is_proved = is_proved;
  }
  std::vector<ValueState> outputs;
  for (const ValueId output : graph.outputs) {
    outputs.push_back(workspace_.StateOf(output));
  }
  if (!is_proved) workspace_.facts().PopScope();
  return outputs;
}

bool Engine::CanCall(rules::RuleContext& ctx, const graph::Function& function) {
  const bool is_recursive =
      std::any_of(function_calls_.begin(), function_calls_.end(),
                  [&](const FunctionCall& call) { return call.function == &function; });
  if (is_recursive) {
    ctx.Error("RECURSIVE_FUNCTION", {}, absl::StrCat("function ", function.name, " calls itself"));
    return false;
  }
  if (function_calls_.size() >= static_cast<size_t>(options_.max_function_depth)) {
    ctx.Error("FUNCTION_TOO_DEEP", {},
              absl::StrCat("calls of functions are nested more than ", options_.max_function_depth,
                           " deep"));
    return false;
  }
  const graph::Graph& body = model_.graphs[function.body];
  if (static_cast<size_t>(ctx.input_count()) > body.inputs.size() ||
      static_cast<size_t>(ctx.output_count()) > body.outputs.size()) {
    ctx.Error("WRONG_INPUT_COUNT", {},
              absl::StrCat("function ", function.name, " takes ", body.inputs.size(),
                           " inputs and gives ", body.outputs.size(), " outputs, the node has ",
                           ctx.input_count(), " and ", ctx.output_count()));
    return false;
  }
  return true;
}

std::vector<graph::Attribute> Engine::CallAttributes(const rules::RuleContext& ctx,
                                                     const graph::Function& function) const {
  std::vector<graph::Attribute> attributes;
  work_->Count((ctx.node().attributes.size() + function.defaults.size()) * kCountPerAttribute);
  // If several have the same name, the first one counts.
  HashSet<absl::string_view> seen;
  HashSet<absl::string_view> known;
  for (const graph::Attribute& given : ctx.node().attributes) {
    if (!seen.insert(given.name).second) continue;
    const graph::Attribute* value =
        given.reference.empty() ? &given : ctx.FindAttribute(given.name);
    if (value == nullptr) continue;
    known.insert(given.name);
    attributes.push_back(*value);
    attributes.back().name = given.name;
  }
  for (const graph::Attribute& missing : function.defaults) {
    if (!known.contains(missing.name)) attributes.push_back(missing);
  }
  return attributes;
}

void Engine::CallFunction(rules::RuleContext& ctx, const graph::Function& function) {
  if (!CanCall(ctx, function)) return;
  const graph::Graph& body = model_.graphs[function.body];
  std::vector<ValueState> inputs;
  std::vector<rules::ValueNumbers::Number> numbers;
  for (int i = 0; i < ctx.input_count(); ++i) {
    inputs.push_back(ctx.InputState(i));
    numbers.push_back(workspace_.numbers().OfValue(ctx.InputValue(i)));
  }
  workspace_.ForgetValues(function.body);
  SetConstants(body);
  for (size_t i = 0; i < inputs.size(); ++i) {
    workspace_.SetValue(body.inputs[i], inputs[i]);
    workspace_.numbers().SetNumber(body.inputs[i], numbers[i]);
  }
  function_calls_.push_back({&function, CallAttributes(ctx, function)});
  RunBody(function.body);
  function_calls_.pop_back();
  for (int i = 0; i < ctx.output_count(); ++i) {
    ctx.SetOutputState(i, workspace_.value(body.outputs[i]));
  }
}

void Engine::RunBody(graph::GraphId id) {
  const uint32_t outer = call_frame_;
  const uint32_t node = node_;
  const graph::Graph& body = model_.graphs[id];
  const ChoiceMarks::OfBody choices(choice_marks_, body);
  work_->Count(kCountPerCallFrame + (body.end_value - body.first_value));
  if (discard_depth_ == 0) {
    call_frame_ = static_cast<uint32_t>(call_frames_.size());
    call_frames_.push_back({id, outer, node});
    ++call_frames_of_[id];
  }
  RunGraph(id);
  if (discard_depth_ == 0) {
    FinalizeValues(id);
    std::vector<shape::TypeId>& types = call_frames_[call_frame_].types;
    for (ValueId value = body.first_value; value < body.end_value; ++value) {
      const bool is_own = model_.values[value].graph == id;
      types.push_back(is_own ? workspace_.TypeByCase(value) : shape::kUnknownType);
    }
  }
  call_frame_ = outer;
  node_ = node;
}

void Engine::FinalizeValues(graph::GraphId id) {
  const graph::Graph& graph = model_.graphs[id];
  for (ValueId value = graph.first_value; value < graph.end_value; ++value) {
    // The graphs within were settled when they ran.
    if (model_.values[value].graph != id) continue;
    if (id != 0) SettleElements(value);
    const shape::TypeId type = workspace_.TypeByCase(value);
    // Where the calls of a body disagree, its value has no single type.
    const bool agrees = !is_settled_[value] || final_types_[value] == type;
    final_types_[value] = agrees ? type : shape::kUnknownType;
    if (!agrees) differs_by_call_.insert(value);
    is_settled_[value] = true;
  }
}

void Engine::SettleElements(ValueId value) {
  // Substitute the equalities known by now first, else equal elements would look different.
  if (workspace_.value(value).ints()) workspace_.IntElements(value);
  const ValueState& state = workspace_.value(value);
  if (!is_settled_[value]) {
    if (state.is_known_by_value()) settled_.emplace(value, state);
    return;
  }
  const auto first = settled_.find(value);
  const bool agrees =
      first == settled_.end() ? !state.is_known_by_value() : IsSame(first->second, state);
  if (!agrees) differs_by_call_.insert(value);
}

const ValueState* Engine::SettledState(ValueId value) const {
  if (differs_by_call_.contains(value)) return nullptr;
  if (model_.values[value].graph == 0) return &workspace_.value(value);
  const auto found = settled_.find(value);
  return found == settled_.end() ? nullptr : &found->second;
}

absl::Span<const symbolic::Expr> Engine::ElementsOf(ValueId value) const {
  const ValueState* const state = SettledState(value);
  return (state == nullptr ? std::nullopt : state->ints())
      .value_or(absl::Span<const symbolic::Expr>());
}

const graph::Tensor* Engine::ConstantOf(ValueId value) const {
  const ValueState* const state = SettledState(value);
  return state == nullptr ? nullptr : state->tensor();
}

}  // namespace shapewright::inference
