#include "core/questions/chain/chain_memory.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/questions/evaluation/infer_again.h"
#include "core/symbolic/numbers/checked_math.h"
#include "core/wire/wire_writer.h"

namespace shapewright::questions {
namespace {

using graph::Link;
using graph::StageValueId;
using graph::ValueId;
using inference::AnswerNumbering;
using inference::FinishRun;
using inference::InferOptions;
using inference::InferRun;
using inference::PrepareRun;

// A sum of bytes; nothing once a part is not known.
class Sum {
 public:
  void Add(std::optional<int64_t> bytes) {
    total_ = total_ && bytes ? symbolic::CheckedAdd(*total_, *bytes) : std::nullopt;
  }
  std::optional<int64_t> total() const { return total_; }

 private:
  std::optional<int64_t> total_ = 0;
};

std::optional<int64_t> BytesOf(const v1::ValueSize& value) {
  return value.has_bytes() ? std::optional<int64_t>(value.bytes()) : std::nullopt;
}

// The one evaluation that `bytes` hold.
absl::Status EvaluateOne(Evaluations& evaluations, const v1::Binding& binding, Work& work,
                         v1::Evaluation* evaluation) {
  Bindings bindings;
  *bindings.Add() = binding;
  WireWriter out;
  constexpr uint32_t kField = v1::EvaluateShapesResponse::kEvaluationsFieldNumber;
  absl::Status status = evaluations.Write(bindings, kField, work, &out);
  if (status.ok()) status = work.status();
  if (!status.ok()) return status;
  v1::EvaluateShapesResponse response;
  if (!response.ParseFromString(out.Take()) || response.evaluations_size() != 1) {
    return absl::InternalError("an evaluation does not parse");
  }
  *evaluation = std::move(*response.mutable_evaluations(0));
  return absl::OkStatus();
}

}  // namespace

// The inference of a stage alone.
struct ChainEvaluator::StageRun {
  StageRun(std::unique_ptr<InferRun> made, const v1::EvaluateShapesRequest& asked)
      : run(std::move(made)),
        question(asked),
        numbering(*run->model),
        unsettled(*run->engine),
        evaluations(*run->engine, *run->report, numbering, question, &unsettled) {}

  const std::unique_ptr<InferRun> run;
  const v1::EvaluateShapesRequest question;
  const AnswerNumbering numbering;
  const UnsettledValues unsettled;
  Evaluations evaluations;
};

ChainEvaluator::ChainEvaluator(const v1::InferChainRequest& request, const ChainPlan& plan,
                               const graph::ComposedModel& composed, const v1::ModelSpec& spec,
                               InferRun& whole)
    : request_(request),
      plan_(plan),
      composed_(composed),
      spec_(spec),
      whole_(whole),
      numbering_(*whole.model),
      unsettled_(*whole.engine) {}

ChainEvaluator::~ChainEvaluator() = default;

ChainEvaluator::Buffer& ChainEvaluator::BufferOf(const StageValueId& id) {
  return buffers_[composed_.ValueOf(id)];
}

HashMap<ValueId, ValueId> ChainEvaluator::PassedOn() const {
  // By the input behind each link: what the link carries.
  HashMap<ValueId, ValueId> carried;
  for (const Link& link : plan_.chain.links) {
    carried.emplace(composed_.ValueOf(link.input), composed_.ValueOf(link.output));
  }
  HashMap<ValueId, ValueId> sources;
  std::vector<ValueId> passed;
  for (const auto& [input, output] : carried) {
    ValueId source = input;
    for (auto next = carried.find(source); next != carried.end(); next = carried.find(source)) {
      if (const auto known = sources.find(source); known != sources.end()) {
        source = known->second;
        break;
      }
      passed.push_back(source);
      source = next->second;
    }
    for (const ValueId value : passed) sources.emplace(value, source);
    passed.clear();
  }
  return sources;
}

void ChainEvaluator::SelectValues() {
  const graph::Model& model = *composed_.model;
  for (size_t stage = 0; stage < plan_.chain.stages.size(); ++stage) {
    const graph::Graph& main = plan_.chain.stages[stage].model->graphs[0];
    for (const ValueId output : main.outputs) {
      if (output == graph::kNoValue) continue;
      Buffer& buffer = BufferOf({stage, output});
      const ValueId moved = composed_.ValueOf({stage, output});
      const graph::ValueOrigin origin = model.values[moved].origin;
      buffer.first_stage = buffer.last_stage = stage;
      buffer.is_between = origin == graph::ValueOrigin::kNode;
    }
    for (const ValueId input : main.inputs) BufferOf({stage, input});
  }
  const HashMap<ValueId, ValueId> sources = PassedOn();
  const auto source_of = [&](ValueId value) {
    const auto found = sources.find(value);
    return found == sources.end() ? value : found->second;
  };
  for (const Link& link : plan_.chain.links) {
    // What goes over the link is the output, whose buffer this is; or what its stage passes on.
    Buffer& buffer = buffers_[source_of(composed_.ValueOf(link.output))];
    buffer.last_stage = std::max(buffer.last_stage, link.input.stage);
    BufferOf(link.input).is_between = false;
  }
  for (const ValueId output : model.graphs[0].outputs) {
    buffers_[source_of(output)].is_between = buffers_[output].is_between = false;
  }
  HashSet<absl::string_view> names;
  for (auto& [value, buffer] : buffers_) {
    if (numbering_.NumberOf(value) == AnswerNumbering::kNone) continue;
    // In a model that is wrong two values may share a name; none of them is asked for then.
    if (!names.insert(model.values[value].name).second) continue;
    buffer.place = question_.values_size();
    question_.add_values(std::string(model.values[value].name));
  }
}

absl::StatusOr<std::unique_ptr<ChainEvaluator::StageRun>> ChainEvaluator::InferStage(size_t stage) {
  const v1::ChainStage& message = request_.chain().stages(static_cast<int>(plan_.places[stage]));
  const graph::Model& model = *plan_.chain.stages[stage].model;
  InferOptions options = whole_.options;
  options.linked_inputs = nullptr;
  options.unknown_dims = nullptr;
  options.on_inferred = nullptr;
  v1::ModelSpec spec;
  *spec.mutable_input_types() = message.model().input_types();
  *spec.mutable_constants() = message.model().constants();
  *spec.mutable_operator_rules() = request_.chain().operator_rules();
  auto run = PrepareRun(spec, v1::STRICTNESS_BEST_EFFORT, request_.limits(), whole_.work.FindLeft(),
                        model, options);
  absl::Status status = run.status();
  if (status.ok()) status = FinishRun(**run);
  // Also of an inference that fails.
  if (run.ok() && !whole_.work.CountKept((*run)->work.count())) return whole_.work.status();
  if (!status.ok()) return status;
  (*run)->options = InferOptions();
  (*run)->engine->ForgetWork();
  (*run)->work.Release();
  v1::EvaluateShapesRequest question;
  *question.mutable_memory() = request_.memory();
  question.mutable_memory()->set_with_plan(false);
  auto made = std::make_unique<StageRun>(*std::move(run), question);
  if (!made->evaluations.question_status().ok()) return made->evaluations.question_status();
  return made;
}

absl::Status ChainEvaluator::Prepare() {
  if (request_.has_memory()) SelectValues();
  evaluations_ = std::make_unique<Evaluations>(*whole_.engine, *whole_.report, numbering_,
                                               question_, &unsettled_);
  if (!evaluations_->question_status().ok()) return evaluations_->question_status();
  evaluations_->AnswerOwnCases(InferAgain(spec_, *composed_.model, whole_.options, question_));
  for (size_t i = 0; i < plan_.chain.stages.size() && request_.has_memory(); ++i) {
    auto stage = InferStage(i);
    if (!stage.ok()) return stage.status();
    stages_.push_back(*std::move(stage));
  }
  return absl::OkStatus();
}

v1::Binding ChainEvaluator::BindingOf(size_t stage, const GivenInputs& given,
                                      const v1::Evaluation& sizes) const {
  const graph::Stage& part = plan_.chain.stages[stage];
  v1::Binding binding;
  for (const ValueId input : part.model->graphs[0].inputs) {
    if (part.constants.contains(input)) continue;
    const ValueId moved = composed_.ValueOf({stage, input});
    const int place = buffers_.at(moved).place;
    if (place < 0) continue;
    const v1::ValueSize& size = sizes.values(place);
    const auto known = given.find(composed_.model->values[moved].name);
    if (size.unsized() && known == given.end()) continue;
    v1::InputSizes& own = *binding.add_inputs();
    if (known != given.end()) own = *known->second;
    own.set_name(std::string(part.model->values[input].name));
    if (size.unsized()) continue;
    *own.mutable_sizes() = size.sizes();
    own.set_scalar(size.sizes().empty());
    const bool has_unknown =
        std::count(size.sizes().begin(), size.sizes().end(), kSizeUnknown) != 0;
    if (has_unknown) own.clear_values();
  }
  return binding;
}

absl::Status ChainEvaluator::EvaluateMemory(const v1::Binding& binding, const v1::Evaluation& sizes,
                                            v1::ChainMemory* memory) {
  GivenInputs given;
  for (const v1::InputSizes& input : binding.inputs()) given.emplace(input.name(), &input);
  for (size_t i = 0; i < stages_.size(); ++i) {
    v1::StageMemory& stage = *memory->add_stages();
    stage.set_stage(std::string(plan_.chain.stages[i].name));
    v1::Evaluation own;
    // Bindings that take another inference of the stage have no memory in the answer.
    absl::Status status =
        EvaluateOne(stages_[i]->evaluations, BindingOf(i, given, sizes), whole_.work, &own);
    if (absl::IsUnavailable(status)) {
      own.Clear();
    } else if (!status.ok()) {
      return status;
    }
    *stage.mutable_memory() = std::move(*own.mutable_memory());
    Sum between;
    for (const auto& [value, buffer] : buffers_) {
      if (!whole_.work.Count()) return whole_.work.status();
      if (!buffer.is_between || buffer.place < 0) continue;
      if (i < buffer.first_stage || i > buffer.last_stage) continue;
      between.Add(BytesOf(sizes.values(buffer.place)));
    }
    if (between.total()) stage.set_between_bytes(*between.total());
  }
  AddUp(sizes, memory);
  return absl::OkStatus();
}

void ChainEvaluator::AddUp(const v1::Evaluation& sizes, v1::ChainMemory* memory) const {
  const graph::Graph& main = composed_.model->graphs[0];
  const auto sum_of = [&](absl::Span<const ValueId> values) {
    Sum sum;
    HashSet<ValueId> seen;
    for (const ValueId value : values) {
      if (!seen.insert(value).second) continue;
      const int place = buffers_.at(value).place;
      sum.Add(place < 0 ? std::nullopt : BytesOf(sizes.values(place)));
    }
    return sum.total();
  };
  Sum weights;
  Sum all_known;
  int64_t peak = 0;
  for (const v1::StageMemory& stage : memory->stages()) {
    const v1::Memory& own = stage.memory();
    weights.Add(own.has_weights_bytes() ? std::optional<int64_t>(own.weights_bytes())
                                        : std::nullopt);
    Sum live;
    live.Add(own.has_peak_bytes() ? std::optional<int64_t>(own.peak_bytes()) : std::nullopt);
    live.Add(stage.has_between_bytes() ? std::optional<int64_t>(stage.between_bytes())
                                       : std::nullopt);
    all_known.Add(live.total() ? std::optional<int64_t>(0) : std::nullopt);
    if (live.total().value_or(-1) < peak && !memory->peak_stage().empty()) continue;
    peak = live.total().value_or(peak);
    memory->set_peak_stage(stage.stage());
  }
  const std::optional<int64_t> inputs = sum_of(main.inputs);
  const std::optional<int64_t> outputs = sum_of(main.outputs);
  if (weights.total()) memory->set_weights_bytes(*weights.total());
  if (inputs) memory->set_inputs_bytes(*inputs);
  if (outputs) memory->set_outputs_bytes(*outputs);
  if (all_known.total()) {
    memory->set_peak_bytes(peak);
  } else {
    memory->clear_peak_stage();
  }
  Sum total;
  total.Add(weights.total());
  total.Add(inputs);
  total.Add(outputs);
  total.Add(all_known.total() ? std::optional<int64_t>(peak) : std::nullopt);
  if (total.total()) memory->set_total_bytes(*total.total());
}

// As the states of a message may be many and alike, each capacity has its line.
void ChainEvaluator::AddExcesses(v1::ChainEvaluation* evaluation) {
  symbolic::ExprArena& arena = whole_.engine->workspace().exprs();
  for (const StateCapacity& capacity : capacities_) {
    const std::optional<CapacityExcess> excess =
        FindExcess(arena, capacity, steps_, evaluations_->bound(), whole_.work);
    if (!excess) continue;
    v1::CapacityExcess& told = *evaluation->add_excesses();
    told.set_state(static_cast<uint32_t>(capacity.state));
    told.set_axis(capacity.axis);
    told.set_step(excess->step);
    told.set_size(excess->size);
    told.set_capacity(excess->capacity);
    const v1::StageValue& input = request_.chain().states(static_cast<int>(capacity.state)).input();
    const std::string when =
        excess->step == 0 ? "before the first step" : absl::StrCat("after step ", excess->step);
    told.set_message(absl::StrCat("state ", input.stage(), ".", input.value(), ", axis ",
                                  capacity.axis, ": ", when, " it has ", excess->size,
                                  ", more than its capacity of ", excess->capacity));
  }
}

absl::Status ChainEvaluator::Evaluate(const v1::Binding& binding, v1::ChainEvaluation* evaluation) {
  v1::Evaluation& own = *evaluation->mutable_evaluation();
  absl::Status status = EvaluateOne(*evaluations_, binding, whole_.work, &own);
  if (!status.ok() || own.has_error()) return status;
  AddExcesses(evaluation);
  if (!request_.has_memory()) return whole_.work.status();
  status = EvaluateMemory(binding, own, evaluation->mutable_memory());
  own.clear_values();
  return status;
}

}  // namespace shapewright::questions
