#include "core/questions/chain/read_chain.h"

#include <algorithm>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/base/hash_map.h"
#include "core/base/nearest_name.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"

namespace shapewright::questions {
namespace {

using graph::FieldError;
using graph::Item;
using graph::Link;
using graph::StageValueId;
using graph::ValueId;
using graph::Within;
using inference::CheckGiven;
using inference::Given;
using inference::InferOptions;
using inference::ReadGiven;

// Operations counted for a name that is looked up.
constexpr uint64_t kCountPerName = 16;

// All names of the whole may begin with that of a stage.
constexpr size_t kMaxStageName = 64;

bool IsStageName(absl::string_view name) {
  return !name.empty() && name.size() <= kMaxStageName && !absl::ascii_isdigit(name[0]) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return absl::ascii_isalnum(c) || c == '_'; });
}

using Names = HashMap<absl::string_view, ValueId>;

class ChainReader {
 public:
  ChainReader(const v1::Chain& message, absl::Span<const StageModel> models,
              const InferOptions& options, Work& work, ChainPlan* plan)
      : message_(message), models_(models), options_(options), work_(work), plan_(*plan) {}

  absl::Status Read();

 private:
  absl::Status ReadStages();
  absl::Status ReadStage(const v1::ChainStage& message, size_t place);
  // Reads what the spec says of inputs and constants.
  absl::Status ReadSpec(const v1::ModelSpec& spec, const graph::Model& model,
                        graph::Stage* stage) const;
  absl::StatusOr<StageValueId> Find(const v1::StageValue& message, bool is_input) const;
  absl::Status ReadLinks();
  absl::Status AddLink(const v1::ChainLink& message);
  absl::Status LinkEqualNames();
  absl::Status ReadOutputs();
  absl::Status ReadStates();
  // Sorts the stages, which until now have their places in the request.
  absl::Status Sort();
  absl::Status CycleError(const std::vector<bool>& is_done) const;

  const v1::Chain& message_;
  const absl::Span<const StageModel> models_;
  const InferOptions& options_;
  Work& work_;
  ChainPlan& plan_;
  HashMap<absl::string_view, size_t> stages_;
  std::vector<Names> inputs_;
  std::vector<Names> outputs_;
  HashSet<StageValueId> linked_;
};

absl::Status ChainReader::ReadSpec(const v1::ModelSpec& spec, const graph::Model& model,
                                   graph::Stage* stage) const {
  constexpr absl::string_view kOfTheWhole = "it is said of the whole, not of a stage";
  if (spec.premises_size() > 0) return FieldError("model.premises", kOfTheWhole);
  if (spec.operator_rules_size() > 0) return FieldError("model.operator_rules", kOfTheWhole);
  if (spec.has_options()) return FieldError("model.options", "a stage takes none");
  Given& given = *plan_.given.back();
  absl::Status status = ReadGiven(spec, options_.reader.limits, &work_, &given);
  if (status.ok()) status = CheckGiven(model, given);
  if (!status.ok() || (given.inputs.empty() && given.constants.empty())) return status;
  for (ValueId id = 0; id < model.graphs[0].end_value; ++id) {
    const graph::Value& value = model.values[id];
    const bool is_given = value.origin == graph::ValueOrigin::kInput ||
                          value.origin == graph::ValueOrigin::kInitializer;
    if (value.graph != 0 || !is_given) continue;
    const auto type = given.inputs.find(value.name);
    if (type != given.inputs.end()) stage->types.emplace(id, type->second.type);
    const auto constant = given.constants.find(value.name);
    if (constant != given.constants.end()) stage->constants.emplace(id, constant->second.tensor);
  }
  return absl::OkStatus();
}

absl::Status ChainReader::ReadStage(const v1::ChainStage& message, size_t place) {
  if (!IsStageName(message.name())) {
    return FieldError("name",
                      absl::StrCat("a stage has a name of letters, digits and `_`, at most ",
                                   kMaxStageName, " and no digit first"));
  }
  if (!stages_.emplace(message.name(), place).second) {
    return FieldError("name", "an earlier stage has it");
  }
  const graph::Model& model = *models_[place].model;
  if (!work_.Count(model.values.size() + model.node_count)) return work_.status();
  graph::Stage& stage = plan_.chain.stages.emplace_back();
  stage.name = message.name();
  stage.model = &model;
  plan_.given.push_back(std::make_unique<Given>());
  absl::Status status = ReadSpec(message.model(), model, &stage);
  if (!status.ok()) return status;
  Names& inputs = inputs_.emplace_back();
  Names& outputs = outputs_.emplace_back();
  for (const ValueId id : model.graphs[0].inputs) inputs.emplace(model.values[id].name, id);
  for (const ValueId id : model.graphs[0].outputs) {
    if (id != graph::kNoValue) outputs.emplace(model.values[id].name, id);
  }
  return absl::OkStatus();
}

absl::Status ChainReader::ReadStages() {
  if (message_.stages().empty()) return FieldError("stages", "a chain has a stage");
  for (int i = 0; i < message_.stages_size(); ++i) {
    absl::Status status = ReadStage(message_.stages(i), static_cast<size_t>(i));
    if (!status.ok()) return Within(Item("stages", i), status);
  }
  return absl::OkStatus();
}

absl::StatusOr<StageValueId> ChainReader::Find(const v1::StageValue& message, bool is_input) const {
  if (!work_.Count(kCountPerName)) return work_.status();
  const auto stage = stages_.find(message.stage());
  if (stage == stages_.end()) {
    NearestName nearest(message.stage());
    for (const v1::ChainStage& each : message_.stages()) nearest.Consider(each.name());
    return FieldError("stage", absl::StrCat("there is no stage ", graph::Quoted(message.stage()),
                                            nearest.Question()));
  }
  const Names& names = (is_input ? inputs_ : outputs_)[stage->second];
  const auto found = names.find(message.value());
  if (found != names.end()) return StageValueId{stage->second, found->second};
  NearestName nearest(message.value());
  const graph::Model& model = *models_[stage->second].model;
  const graph::Graph& main = model.graphs[0];
  for (const ValueId id : is_input ? main.inputs : main.outputs) {
    if (id != graph::kNoValue) nearest.Consider(model.values[id].name);
  }
  return FieldError(
      "value", absl::StrCat("stage ", message.stage(), " has no ", is_input ? "input " : "output ",
                            graph::Quoted(message.value()), nearest.Question()));
}

absl::Status ChainReader::AddLink(const v1::ChainLink& message) {
  const auto output = Find(message.output(), false);
  if (!output.ok()) return Within("output", output.status());
  const auto input = Find(message.input(), true);
  if (!input.ok()) return Within("input", input.status());
  if (output->stage == input->stage) {
    return FieldError("input.stage",
                      "a stage cannot wait for itself; what its next step takes is a state");
  }
  if (plan_.chain.stages[input->stage].constants.contains(input->value)) {
    return FieldError("input.value", "the stage gives a constant for it");
  }
  if (!linked_.insert(*input).second) {
    return FieldError("input.value", "an earlier link leads to it");
  }
  plan_.chain.links.push_back({*output, *input});
  plan_.links.push_back(message);
  return absl::OkStatus();
}

absl::Status ChainReader::LinkEqualNames() {
  constexpr size_t kSeveral = ~size_t{0};
  HashMap<absl::string_view, size_t> makers;
  for (size_t stage = 0; stage < plan_.chain.stages.size(); ++stage) {
    const graph::Model& model = *models_[stage].model;
    for (const ValueId input : model.graphs[0].inputs) {
      if (!work_.Count(kCountPerName)) return work_.status();
      const absl::string_view name = model.values[input].name;
      const auto maker = makers.find(name);
      if (maker == makers.end() || maker->second == kSeveral) continue;
      const StageValueId id = {stage, input};
      const bool is_constant = plan_.chain.stages[stage].constants.contains(input);
      if (is_constant || !linked_.insert(id).second) continue;
      plan_.chain.links.push_back({{maker->second, outputs_[maker->second][name]}, id});
      v1::ChainLink& link = plan_.links.emplace_back();
      link.mutable_output()->set_stage(message_.stages(static_cast<int>(maker->second)).name());
      link.mutable_input()->set_stage(message_.stages(static_cast<int>(stage)).name());
      link.mutable_output()->set_value(std::string(name));
      link.mutable_input()->set_value(std::string(name));
    }
    for (const auto& [name, output] : outputs_[stage]) {
      const auto [maker, is_new] = makers.emplace(name, stage);
      if (!is_new) maker->second = kSeveral;
    }
  }
  return absl::OkStatus();
}

absl::Status ChainReader::ReadLinks() {
  for (int i = 0; i < message_.links_size(); ++i) {
    absl::Status status = AddLink(message_.links(i));
    if (!status.ok()) return Within(Item("links", i), status);
  }
  return message_.link_equal_names() ? LinkEqualNames() : absl::OkStatus();
}

absl::Status ChainReader::ReadOutputs() {
  HashSet<StageValueId> seen;
  for (int i = 0; i < message_.outputs_size(); ++i) {
    const auto output = Find(message_.outputs(i), false);
    if (!output.ok()) return Within(Item("outputs", i), output.status());
    if (!seen.insert(*output).second) {
      return Within(Item("outputs", i), FieldError("value", "it stands there twice"));
    }
    plan_.chain.outputs.push_back(*output);
  }
  return absl::OkStatus();
}

absl::Status ChainReader::ReadStates() {
  HashSet<StageValueId> seen;
  for (int i = 0; i < message_.states_size(); ++i) {
    const v1::StatePair& state = message_.states(i);
    const auto output = Find(state.output(), false);
    if (!output.ok()) return Within(Item("states", i), Within("output", output.status()));
    const auto input = Find(state.input(), true);
    if (!input.ok()) return Within(Item("states", i), Within("input", input.status()));
    const char* wrong = nullptr;
    if (output->stage != input->stage) wrong = "it is of another stage than the output";
    if (linked_.contains(*input)) wrong = "a link leads to it";
    if (!seen.insert(*input).second) wrong = "an earlier state has it";
    if (plan_.chain.stages[input->stage].constants.contains(input->value)) {
      wrong = "the stage gives a constant for it";
    }
    if (wrong != nullptr) return Within(Item("states", i), FieldError("input.value", wrong));
    plan_.states.push_back({*output, *input});
  }
  return absl::OkStatus();
}

// The first link that leads from one waiting stage to another is to blame, if it is the request's.
absl::Status ChainReader::CycleError(const std::vector<bool>& is_done) const {
  // Each of them waits for another one, so that following those leads around a circle.
  HashMap<size_t, size_t> reads;
  for (const Link& link : plan_.chain.links) {
    if (is_done[link.output.stage] || is_done[link.input.stage]) continue;
    reads.emplace(link.input.stage, link.output.stage);
  }
  const auto waiting = std::find(is_done.begin(), is_done.end(), false);
  auto stage = static_cast<size_t>(waiting - is_done.begin());
  for (size_t i = 0; i < is_done.size(); ++i) stage = reads[stage];
  std::vector<bool> is_in_circle(is_done.size());
  std::vector<absl::string_view> circle = {plan_.chain.stages[stage].name};
  for (size_t next = reads[stage];; next = reads[next]) {
    is_in_circle[next] = true;
    circle.push_back(plan_.chain.stages[next].name);
    if (next == stage) break;
  }
  std::reverse(circle.begin(), circle.end());
  std::string field = "links";
  for (size_t i = 0; i < static_cast<size_t>(message_.links_size()); ++i) {
    const Link& link = plan_.chain.links[i];
    if (!is_in_circle[link.input.stage] || reads[link.input.stage] != link.output.stage) continue;
    field = Item("links", static_cast<int>(i));
    break;
  }
  return FieldError(
      field, absl::StrCat("the stages wait for each other: ", absl::StrJoin(circle, " -> ")));
}

absl::Status ChainReader::Sort() {
  const size_t count = plan_.chain.stages.size();
  if (!work_.Count(count * count + plan_.chain.links.size())) return work_.status();
  std::vector<size_t> open(count);
  std::vector<std::vector<size_t>> readers(count);
  for (const Link& link : plan_.chain.links) {
    ++open[link.input.stage];
    readers[link.output.stage].push_back(link.input.stage);
  }
  std::vector<size_t> order;
  std::vector<bool> is_done(count);
  while (order.size() < count) {
    size_t next = 0;
    while (next < count && (is_done[next] || open[next] > 0)) ++next;
    if (next == count) return CycleError(is_done);
    is_done[next] = true;
    order.push_back(next);
    for (const size_t reader : readers[next]) --open[reader];
  }
  std::vector<graph::Stage> sorted;
  std::vector<size_t> moved(count);
  for (const size_t place : order) {
    moved[place] = sorted.size();
    sorted.push_back(std::move(plan_.chain.stages[place]));
  }
  plan_.chain.stages = std::move(sorted);
  plan_.places = std::move(order);
  const auto move = [&](StageValueId& id) { id.stage = moved[id.stage]; };
  for (Link& link : plan_.chain.links) {
    move(link.output);
    move(link.input);
  }
  for (StageValueId& output : plan_.chain.outputs) move(output);
  for (StateIds& state : plan_.states) {
    move(state.output);
    move(state.input);
  }
  return absl::OkStatus();
}

absl::Status ChainReader::Read() {
  absl::Status status = ReadStages();
  if (status.ok()) status = ReadLinks();
  if (status.ok()) status = ReadOutputs();
  if (status.ok()) status = ReadStates();
  if (status.ok()) status = Sort();
  if (!status.ok() || message_.outputs_size() > 0) return status;
  HashSet<StageValueId> taken;
  for (const Link& link : plan_.chain.links) taken.insert(link.output);
  for (size_t stage = 0; stage < plan_.chain.stages.size(); ++stage) {
    for (const ValueId id : plan_.chain.stages[stage].model->graphs[0].outputs) {
      const StageValueId output = {stage, id};
      if (id != graph::kNoValue && taken.insert(output).second) {
        plan_.chain.outputs.push_back(output);
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ReadChain(const v1::Chain& message, absl::Span<const StageModel> models,
                       const InferOptions& options, Work& work, ChainPlan* plan) {
  return ChainReader(message, models, options, work, plan).Read();
}

}  // namespace shapewright::questions
