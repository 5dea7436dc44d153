#include "client/cpp/cli/chain/chain_question.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "proto/onnx/onnx.pb.h"

namespace shapewright::cli {
namespace {

std::string NamesOf(const v1::Chain& chain) {
  return absl::StrJoin(chain.stages(), ", ", [](std::string* out, const v1::ChainStage& stage) {
    absl::StrAppend(out, stage.name());
  });
}

bool HasStage(const v1::Chain& chain, absl::string_view name) {
  return std::any_of(chain.stages().begin(), chain.stages().end(),
                     [name](const v1::ChainStage& stage) { return stage.name() == name; });
}

// `decoder.past`; without a stage the value is one of `stage`, if that is not empty.
absl::StatusOr<v1::StageValue> ReadPlace(absl::string_view text, const v1::Chain& chain,
                                         absl::string_view stage) {
  v1::StageValue place;
  const size_t dot = text.find('.');
  const absl::string_view first = text.substr(0, dot);
  if (dot != absl::string_view::npos && HasStage(chain, first)) {
    stage = first;
    text.remove_prefix(dot + 1);
  }
  if (stage.empty() || text.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", text, "\" is not a STAGE.NAME with one of the stages ", NamesOf(chain)));
  }
  place.set_stage(std::string(stage));
  place.set_value(std::string(text));
  return place;
}

// `a.y=b.x`, at the first equals sign that stands between two places, as names may hold some. Of
// states the stage of the second one is that of the first, and that of the first the only one.
absl::StatusOr<v1::ChainLink> ReadPair(absl::string_view text, const v1::Chain& chain,
                                       bool is_state) {
  absl::Status status = absl::InvalidArgumentError(
      absl::StrCat("\"", text, "\" has no equals sign between an output and an input"));
  bool is_first = true;
  for (size_t at = text.find('='); at != absl::string_view::npos; at = text.find('=', at + 1)) {
    const bool is_alone = is_state && chain.stages_size() == 1;
    const auto output =
        ReadPlace(text.substr(0, at), chain, is_alone ? chain.stages(0).name() : "");
    const auto input =
        ReadPlace(text.substr(at + 1), chain, is_state && output.ok() ? output->stage() : "");
    if (output.ok() && input.ok()) {
      v1::ChainLink pair;
      *pair.mutable_output() = *output;
      *pair.mutable_input() = *input;
      return pair;
    }
    if (std::exchange(is_first, false)) status = output.ok() ? input.status() : output.status();
  }
  return status;
}

absl::Status AddStage(const std::string& operand, ChainQuestion* question) {
  const size_t equals = operand.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == operand.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", operand, "\" is not a STAGE=MODEL such as encoder=encoder.onnx"));
  }
  v1::Chain& chain = *question->request.mutable_chain();
  const std::string name = operand.substr(0, equals);
  if (HasStage(chain, name)) {
    return absl::InvalidArgumentError(absl::StrCat("two stages have the name ", name));
  }
  chain.add_stages()->set_name(name);
  question->paths.push_back(operand.substr(equals + 1));
  return absl::OkStatus();
}

absl::Status AddInputTypes(const v1::ModelSpec& said, v1::Chain* chain) {
  for (const v1::NamedType& type : said.input_types()) {
    const auto place = ReadPlace(type.name(), *chain, "");
    if (!place.ok()) return place.status();
    for (v1::ChainStage& stage : *chain->mutable_stages()) {
      if (stage.name() != place->stage()) continue;
      v1::NamedType& own = *stage.mutable_model()->add_input_types();
      own = type;
      own.set_name(place->value());
    }
  }
  return absl::OkStatus();
}

template <typename Pair>
absl::Status AddPairs(absl::Span<const std::string> texts, bool is_state, const v1::Chain& chain,
                      google::protobuf::RepeatedPtrField<Pair>* out) {
  for (const std::string& text : texts) {
    const auto pair = ReadPair(text, chain, is_state);
    if (!pair.ok()) return pair.status();
    Pair& added = *out->Add();
    *added.mutable_output() = pair->output();
    *added.mutable_input() = pair->input();
  }
  return absl::OkStatus();
}

// All states have them.
absl::Status AddCapacities(absl::Span<const std::string> texts, v1::Chain* chain) {
  for (const std::string& text : texts) {
    const size_t equals = text.find('=');
    uint32_t axis = 0;
    if (equals == std::string::npos || equals + 1 == text.size() ||
        !absl::SimpleAtoi(text.substr(0, equals), &axis)) {
      return absl::InvalidArgumentError(
          absl::StrCat("\"", text, "\" is not an AXIS=SIZE such as 2=4096"));
    }
    if (chain->states().empty()) {
      return absl::InvalidArgumentError("--capacity goes with --state");
    }
    for (v1::StatePair& state : *chain->mutable_states()) {
      v1::StateCapacity& capacity = *state.add_capacities();
      capacity.set_axis(axis);
      capacity.set_size(text.substr(equals + 1));
    }
  }
  return absl::OkStatus();
}

// What the star of a pattern stands for in a name; null: it does not fit.
bool Fits(absl::string_view name, absl::string_view pattern, absl::string_view* star) {
  const size_t at = pattern.find('*');
  if (name.size() + 1 < pattern.size() || !absl::ConsumePrefix(&name, pattern.substr(0, at)) ||
      !absl::ConsumeSuffix(&name, pattern.substr(at + 1))) {
    return false;
  }
  *star = name;
  return true;
}

struct Names {
  std::vector<std::string> outputs;
  std::set<std::string> inputs;
};

absl::StatusOr<Names> NamesOf(const v1::ChainStage& stage) {
  if (stage.model().has_file()) {
    return absl::InvalidArgumentError(
        absl::StrCat("stage ", stage.name(), " is no ONNX model: name its values, without `*`"));
  }
  onnx::ModelProto model;
  if (!model.ParseFromString(stage.model().onnx())) {
    return absl::InvalidArgumentError(
        absl::StrCat("the model of stage ", stage.name(), " does not parse"));
  }
  Names names;
  for (const auto& input : model.graph().input()) names.inputs.insert(input.name());
  for (const auto& output : model.graph().output()) names.outputs.push_back(output.name());
  return names;
}

template <typename Pair>
absl::Status Expand(const v1::Chain& chain, google::protobuf::RepeatedPtrField<Pair>* pairs) {
  google::protobuf::RepeatedPtrField<Pair> expanded;
  for (const Pair& pair : *pairs) {
    const std::string& output = pair.output().value();
    const std::string& input = pair.input().value();
    if (!absl::StrContains(output, '*') || !absl::StrContains(input, '*')) {
      *expanded.Add() = pair;
      continue;
    }
    Names from;
    Names to;
    for (const v1::ChainStage& stage : chain.stages()) {
      const bool is_from = stage.name() == pair.output().stage();
      const bool is_to = stage.name() == pair.input().stage();
      if (!is_from && !is_to) continue;
      const auto names = NamesOf(stage);
      if (!names.ok()) return names.status();
      if (is_from) from = *names;
      if (is_to) to = *names;
    }
    const int before = expanded.size();
    const size_t star = input.find('*');
    for (const std::string& name : from.outputs) {
      absl::string_view part;
      if (!Fits(name, output, &part)) continue;
      const std::string other = absl::StrCat(input.substr(0, star), part, input.substr(star + 1));
      if (!to.inputs.contains(other)) continue;
      Pair& added = *expanded.Add();
      added = pair;
      added.mutable_output()->set_value(name);
      added.mutable_input()->set_value(other);
    }
    if (expanded.size() > before) continue;
    return absl::InvalidArgumentError(absl::StrCat("no outputs and inputs fit ",
                                                   pair.output().stage(), ".", output, "=",
                                                   pair.input().stage(), ".", input));
  }
  pairs->Swap(&expanded);
  return absl::OkStatus();
}

}  // namespace

absl::Status MakeRequest(absl::Span<const std::string> operands, const v1::ModelSpec& said,
                         ChainQuestion* question) {
  absl::Status status;
  for (size_t i = 0; i < operands.size() && status.ok(); ++i) {
    status = AddStage(operands[i], question);
  }
  if (status.ok() && std::count(question->paths.begin(), question->paths.end(), "-") > 1) {
    status = absl::InvalidArgumentError("stdin can be read once only");
  }
  v1::Chain& chain = *question->request.mutable_chain();
  *chain.mutable_premises() = said.premises();
  *chain.mutable_operator_rules() = said.operator_rules();
  if (status.ok()) status = AddInputTypes(said, &chain);
  if (status.ok()) status = AddPairs(question->links, false, chain, chain.mutable_links());
  if (status.ok()) status = AddPairs(question->states, true, chain, chain.mutable_states());
  if (status.ok()) status = AddCapacities(question->capacities, &chain);
  for (const std::string& text : question->outputs) {
    const auto place = ReadPlace(text, chain, "");
    if (status.ok()) status = place.status();
    if (place.ok()) *chain.add_outputs() = *place;
  }
  if (status.ok() && !question->steps.empty() && chain.states().empty()) {
    status = absl::InvalidArgumentError("--steps goes with --state");
  }
  return status;
}

absl::Status ExpandPatterns(v1::Chain* chain) {
  absl::Status status = Expand(*chain, chain->mutable_links());
  return status.ok() ? Expand(*chain, chain->mutable_states()) : status;
}

}  // namespace shapewright::cli
