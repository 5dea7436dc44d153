#include "client/cpp/cli/check/triton/ensemble.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "client/cpp/cli/check/base/model_chain.h"
#include "client/cpp/cli/check/triton/ensemble_circle.h"
#include "client/cpp/cli/check/triton/repository.h"
#include "client/cpp/cli/check/triton/tensors.h"
#include "core/base/nearest_name.h"
#include "core/wire/printable.h"
#include "page/answer_text.h"

namespace shapewright::cli {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kLatestVersion = -1;

// What a step runs: what its own configuration says, else what is in its model.
struct StepModel {
  std::unique_ptr<ConfigFile> file;
  std::unique_ptr<TritonConfig> config;
  const CheckedModel* model = nullptr;  // null: none of ONNX
  std::vector<Claim> inputs;
  std::vector<Claim> outputs;
  bool is_known = false;  // whether inputs and outputs are
};

// A tensor of the ensemble where it is produced.
struct Producer {
  int step = -1;  // -1: an input of the ensemble
  const Claim* claim = nullptr;
};

std::vector<Claim> ClaimsOfPorts(const std::vector<Port>& ports) {
  std::vector<Claim> claims;
  for (const Port& port : ports) {
    if (port.is_optional) continue;
    Claim& claim = claims.emplace_back();
    claim.name = port.name;
    claim.element = port.element;
    claim.type_text = TritonTypeName(port.element);
    claim.has_dims = port.has_rank;
    for (const PortDim& dim : port.dims) claim.dims.push_back(dim.size.value_or(-1));
  }
  return claims;
}

const Claim* FindClaim(const std::vector<Claim>& claims, absl::string_view name) {
  const auto found = std::find_if(claims.begin(), claims.end(),
                                  [&](const Claim& claim) { return claim.name == name; });
  return found == claims.end() ? nullptr : &*found;
}

bool AreSizes(absl::Span<const int64_t> a, absl::Span<const int64_t> b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i] && a[i] >= 0 && b[i] >= 0) return false;
  }
  return true;
}

absl::Span<const int64_t> Written(const Claim& claim) {
  return absl::MakeConstSpan(claim.dims).subspan(claim.unwritten);
}

bool IsOptional(const StepModel& step, absl::string_view name) {
  if (step.config == nullptr) return false;
  const auto& inputs = step.config->config.input();
  return std::any_of(inputs.begin(), inputs.end(),
                     [&](const auto& input) { return input.name() == name && input.optional(); });
}

class EnsembleCheck {
 public:
  EnsembleCheck(const TritonConfig& config, const CheckContext& context, Findings& findings)
      : config_(config),
        context_(context),
        findings_(findings),
        inputs_(InputClaims(config)),
        outputs_(OutputClaims(config)) {}

  void Run() {
    if (steps().empty()) {
      findings_.Add(CheckCode::kWrongValue, config_.spot().At("platform"),
                    "the ensemble has no step", "", "add ensemble_scheduling with steps");
      return;
    }
    const size_t before = findings_.all().size();
    for (int i = 0; i < steps().size(); ++i) CheckStepFields(i);
    for (int i = 0; i < steps().size(); ++i) CheckCircle(i);
    if (findings_.all().size() > before) return;
    for (int i = 0; i < steps().size(); ++i) ReadStep(i);
    CheckBatchSizes();
    for (const Claim& input : inputs_) producers_[input.name] = {-1, &input};
    for (int i = 0; i < steps().size(); ++i) AddOutputs(i);
    for (int i = 0; i < steps().size(); ++i) CheckInputs(i);
    CheckEnsembleOutputs();
    if (findings_.all().size() == before) CheckOrder();
    if (findings_.all().size() == before) CheckAllAreUsed();
    if (findings_.all().size() == before) CheckAsChain();
  }

 private:
  const google::protobuf::RepeatedPtrField<triton::ModelEnsembling::Step>& steps() const {
    return config_.config.ensemble_scheduling().step();
  }
  TritonSpot SpotOf(int step) const {
    return config_.spot().Sub("ensemble_scheduling").Sub("step", step);
  }
  static std::string Of(const triton::ModelEnsembling::Step& step) {
    return absl::StrCat(" of model \"", step.model_name(), "\"");
  }

  void CheckStepFields(int index);
  void CheckCircle(int index);
  void ReadStep(int index);
  void ReadModel(int index, const std::string& folder, StepModel& out);
  void CheckBatchSizes();
  // A map of a step names an input or output that its model does not have.
  void TellStranger(CheckCode code, const TritonSpot& spot, absl::string_view name,
                    const std::vector<Claim>& known, const std::string& says);
  void AddOutputs(int index);
  void CheckInputs(int index);
  void CheckFit(const Producer& producer, const Claim& consumer, const ConfigPlace& place,
                absl::string_view tensor, absl::string_view reader);
  void CheckEnsembleOutputs();
  void CheckAllAreUsed();
  void CheckOrder();
  // Tensors of a step, or the outputs, come as often as each other: not from different models that
  // answer any number of times.
  void CheckDecoupled(const std::vector<int>& order);
  void CheckAsChain();
  std::string NearestTensor(absl::string_view name) const;

  const TritonConfig& config_;
  const CheckContext& context_;
  Findings& findings_;
  std::vector<Claim> inputs_;
  std::vector<Claim> outputs_;
  std::vector<StepModel> models_;
  std::map<std::string, Producer, std::less<>> producers_;
};

void EnsembleCheck::CheckStepFields(int index) {
  const triton::ModelEnsembling::Step& step = steps().Get(index);
  const auto need = [&](bool is_there, CheckCode code, absl::string_view field) {
    if (is_there) return;
    findings_.Add(code, config_.spot().Sub("ensemble_scheduling").At("step", index),
                  absl::StrCat("step ", index, " has no ", field));
  };
  need(!step.model_name().empty(), CheckCode::kWrongValue, "model_name");
  need(!step.input_map().empty(), CheckCode::kMissingInput, "input_map");
  need(!step.output_map().empty(), CheckCode::kWrongValue, "output_map");
}

void EnsembleCheck::CheckCircle(int index) {
  const std::vector<std::string> circle =
      FindEnsembleCircle(config_, steps().Get(index).model_name(), context_);
  if (circle.empty()) return;
  findings_.Add(CheckCode::kCycle, SpotOf(index).ValueOf("model_name"),
                absl::StrCat("step ", index, " runs the ensemble itself, by way of ",
                             absl::StrJoin(circle, ", ")));
}

void EnsembleCheck::ReadStep(int index) {
  StepModel& out = models_.emplace_back();
  const triton::ModelEnsembling::Step& step = steps().Get(index);
  std::error_code error;
  const fs::path repository =
      fs::absolute(config_.file.path, error).lexically_normal().parent_path().parent_path();
  if (fs::is_directory(repository / step.model_name(), error) && !step.model_name().empty()) {
    ReadModel(index, config_.file.Beside(absl::StrCat("../", step.model_name())), out);
    return;
  }
  std::vector<std::string> names;
  for (fs::directory_iterator at(repository, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    names.push_back(at->path().filename());
  }
  std::sort(names.begin(), names.end());
  NearestName nearest(step.model_name());
  for (const std::string& name : names) nearest.Consider(name);
  findings_.Add(CheckCode::kNoModel, SpotOf(index).ValueOf("model_name"),
                absl::StrCat("step ", index, " runs the model \"", step.model_name(), "\""),
                "there is no such folder beside the ensemble", nearest.Suggestion("\""));
}

void EnsembleCheck::ReadModel(int index, const std::string& folder, StepModel& out) {
  Findings others("");  // the findings of the step's own files are told where these are checked
  const std::string path = absl::StrCat(folder, "/config.pbtxt");
  absl::StatusOr<std::string> text = context_.models.source().ReadText(path);
  out.file = std::make_unique<ConfigFile>(ConfigFile{path, text.ok() ? *text : "", {}});
  out.config = ReadTritonConfig(*out.file, others);
  if (out.config == nullptr) return;
  const int64_t wanted = steps().Get(index).model_version();
  const std::vector<TritonVersion> versions = VersionsOf(*out.config);
  const auto version = std::find_if(versions.begin(), versions.end(),
                                    [&](const auto& each) { return each.number == wanted; });
  // One that is not written is 0, which Triton looks for in vain.
  if (wanted != kLatestVersion && version == versions.end()) {
    const ConfigPlace written = SpotOf(index).ValueOf("model_version");
    findings_.Add(CheckCode::kNoSuchVersion,
                  written.line > 0 ? written : SpotOf(index).ValueOf("model_name"),
                  absl::StrCat("step ", index, " runs version ", wanted, Of(steps().Get(index))),
                  "Triton does not load such a version of it", "write -1 for the latest one");
    return;
  }
  if (BackendOf(*out.config) == TritonBackend::kOnnxRuntime && !versions.empty()) {
    const std::string& model = wanted > 0 ? version->model : versions.back().model;
    const absl::StatusOr<const CheckedModel*> found = context_.models.Get(model);
    if (found.ok()) out.model = *found;
  }
  out.inputs = RequestClaims(*out.config, PortSide::kInput);
  out.outputs = RequestClaims(*out.config, PortSide::kOutput);
  if (out.model != nullptr && out.inputs.empty()) out.inputs = ClaimsOfPorts(out.model->inputs());
  if (out.model != nullptr && out.outputs.empty()) {
    out.outputs = ClaimsOfPorts(out.model->outputs());
  }
  out.is_known = !out.inputs.empty() && !out.outputs.empty();
}

void EnsembleCheck::CheckBatchSizes() {
  const int32_t most = config_.config.max_batch_size();
  for (size_t i = 0; i < models_.size(); ++i) {
    // Triton finds the batch of a model without a configuration by itself.
    if (models_[i].config == nullptr || models_[i].file->text.empty()) continue;
    const int32_t of_step = models_[i].config->config.max_batch_size();
    // One without batches may run in the middle, if its sizes have the batch.
    if (of_step <= 0 || of_step >= most) continue;
    findings_.Add(CheckCode::kBatchTooLarge, config_.spot().ValueOf("max_batch_size"),
                  absl::StrCat("max_batch_size of the ensemble is ", most),
                  absl::StrCat("that", Of(steps().Get(static_cast<int>(i))), " is ", of_step),
                  absl::StrCat("write ", of_step, " or less"));
    return;
  }
}

void EnsembleCheck::TellStranger(CheckCode code, const TritonSpot& spot, absl::string_view name,
                                 const std::vector<Claim>& known, const std::string& says) {
  NearestName nearest(name);
  for (const Claim& each : known) nearest.Consider(each.name);
  findings_.Add(code, spot.ValueOf("key"), says, "it has none of this name",
                nearest.Suggestion("\""));
}

void EnsembleCheck::AddOutputs(int index) {
  const StepModel& model = models_[static_cast<size_t>(index)];
  const triton::ModelEnsembling::Step& step = steps().Get(index);
  for (int i = 0; i < step.output_map_size(); ++i) {
    const triton::TextEntry& entry = step.output_map(i);
    const TritonSpot spot = SpotOf(index).Sub("output_map", i);
    const Claim* claim = FindClaim(model.outputs, entry.key());
    if (claim == nullptr && model.is_known) {
      TellStranger(
          CheckCode::kNoSuchOutput, spot, entry.key(), model.outputs,
          absl::StrCat("step ", index, " maps the output \"", entry.key(), "\"", Of(step)));
    }
    if (producers_.try_emplace(entry.value(), Producer{index, claim}).second) continue;
    findings_.Add(CheckCode::kProducedTwice, spot.ValueOf("value"),
                  absl::StrCat("step ", index, " produces the tensor \"", entry.value(), "\""),
                  "it is produced elsewhere already", "give it another name");
  }
}

void EnsembleCheck::CheckInputs(int index) {
  const StepModel& model = models_[static_cast<size_t>(index)];
  const triton::ModelEnsembling::Step& step = steps().Get(index);
  bool has_stranger = false;
  for (int i = 0; i < step.input_map_size(); ++i) {
    const triton::TextEntry& entry = step.input_map(i);
    const TritonSpot spot = SpotOf(index).Sub("input_map", i);
    const Claim* claim = FindClaim(model.inputs, entry.key());
    if (claim == nullptr && model.is_known) {
      has_stranger = true;
      TellStranger(CheckCode::kNoSuchInput, spot, entry.key(), model.inputs,
                   absl::StrCat("step ", index, " maps the input \"", entry.key(), "\"", Of(step)));
    }
    const auto producer = producers_.find(entry.value());
    if (producer == producers_.end()) {
      findings_.Add(CheckCode::kNoSuchTensor, spot.ValueOf("value"),
                    absl::StrCat("step ", index, " reads the tensor \"", entry.value(), "\""),
                    "no step and no input of the ensemble gives it", NearestTensor(entry.value()));
    } else if (claim != nullptr) {
      CheckFit(producer->second, *claim, spot.ValueOf("value"), entry.value(),
               absl::StrCat("input \"", entry.key(), "\"", Of(step)));
    }
  }
  for (const Claim& claim : model.inputs) {
    const bool is_mapped =
        std::any_of(step.input_map().begin(), step.input_map().end(),
                    [&](const triton::TextEntry& entry) { return entry.key() == claim.name; });
    if (is_mapped || has_stranger || IsOptional(model, claim.name)) continue;
    findings_.Add(CheckCode::kMissingInput,
                  config_.spot().Sub("ensemble_scheduling").At("step", index),
                  absl::StrCat("step ", index, " does not map all inputs", Of(step)),
                  absl::StrCat("\"", claim.name, "\" is missing"));
  }
}

void EnsembleCheck::CheckFit(const Producer& producer, const Claim& consumer,
                             const ConfigPlace& place, absl::string_view tensor,
                             absl::string_view reader) {
  if (producer.claim == nullptr) return;
  const Claim& from = *producer.claim;
  const std::string says = absl::StrCat("tensor \"", tensor, "\" goes to ", reader);
  const std::string maker = producer.step < 0 ? "the input of the ensemble"
                                              : absl::StrCat("output \"", from.name, "\"",
                                                             Of(steps().Get(producer.step)));
  if (from.element != 0 && consumer.element != 0 && from.element != consumer.element) {
    findings_.Add(
        CheckCode::kMismatch, place, says,
        absl::StrCat(maker, " has ", from.type_text, ", which is not ", consumer.type_text));
    return;
  }
  if (!from.has_dims || !consumer.has_dims) return;
  // Triton adds or removes the batch between models with and without one.
  if (AreSizes(from.dims, consumer.dims) || AreSizes(Written(from), Written(consumer))) return;
  findings_.Add(CheckCode::kMismatch, place, says,
                absl::StrCat(maker, " has the sizes ", DimsText(from.dims), ", not ",
                             DimsText(consumer.dims), ", with batches"));
}

void EnsembleCheck::CheckEnsembleOutputs() {
  for (const Claim& output : outputs_) {
    const auto producer = producers_.find(output.name);
    if (producer == producers_.end()) {
      findings_.Add(CheckCode::kNoSuchTensor, output.name_place,
                    absl::StrCat("the ensemble has the output \"", output.name, "\""),
                    "no step gives it", NearestTensor(output.name));
      continue;
    }
    const ConfigPlace& place = output.dims_place.line > 0 ? output.dims_place : output.name_place;
    const bool is_type =
        producer->second.claim != nullptr && producer->second.claim->element != output.element;
    CheckFit(producer->second, output, is_type ? output.type_place : place, output.name,
             "the output of the ensemble");
  }
}

void EnsembleCheck::CheckAllAreUsed() {
  std::set<std::string, std::less<>> used;
  for (const triton::ModelEnsembling::Step& step : steps()) {
    for (const triton::TextEntry& entry : step.input_map()) used.insert(entry.value());
  }
  for (const Claim& input : inputs_) {
    if (used.count(input.name) > 0) continue;
    findings_.Add(CheckCode::kNoSuchTensor, input.name_place,
                  absl::StrCat("the ensemble has the input \"", input.name, "\""),
                  "no step reads it, so Triton refuses the ensemble", "remove it");
  }
  for (const Claim& output : outputs_) used.insert(output.name);
  for (int i = 0; i < steps().size(); ++i) {
    for (int k = 0; k < steps().Get(i).output_map_size(); ++k) {
      const std::string& tensor = steps().Get(i).output_map(k).value();
      if (used.count(tensor) > 0) continue;
      findings_.Add(CheckCode::kNoSuchTensor, SpotOf(i).Sub("output_map", k).ValueOf("value"),
                    absl::StrCat("step ", i, " produces the tensor \"", tensor, "\""),
                    "nothing reads it, so Triton refuses the ensemble",
                    "remove the entry from output_map");
    }
  }
}

// Steps that can run are taken away until none is left.
void EnsembleCheck::CheckOrder() {
  std::vector<bool> has_run(models_.size(), false);
  std::vector<int> order;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (int i = 0; i < steps().size(); ++i) {
      const auto& inputs = steps().Get(i).input_map();
      const bool can_run = std::all_of(inputs.begin(), inputs.end(), [&](const auto& entry) {
        const int step = producers_.find(entry.value())->second.step;
        return step < 0 || has_run[static_cast<size_t>(step)];
      });
      if (!can_run || has_run[static_cast<size_t>(i)]) continue;
      has_run[static_cast<size_t>(i)] = true;
      has_changed = true;
      order.push_back(i);
    }
  }
  const auto waiting = std::find(has_run.begin(), has_run.end(), false);
  if (waiting == has_run.end()) {
    CheckDecoupled(order);
    return;
  }
  const auto step = static_cast<int>(waiting - has_run.begin());
  findings_.Add(CheckCode::kCycle, config_.spot().Sub("ensemble_scheduling").At("step", step),
                absl::StrCat("step ", step, " needs its own output, by way of others"));
}

void EnsembleCheck::CheckDecoupled(const std::vector<int>& order) {
  // The decoupled step that each step's outputs follow; -1: none.
  std::vector<int> followed(models_.size(), -1);
  const auto of_tensor = [&](absl::string_view tensor) {
    const int step = producers_.find(tensor)->second.step;
    return step < 0 ? -1 : followed[static_cast<size_t>(step)];
  };
  const auto tell = [&](const ConfigPlace& place, absl::string_view who) {
    findings_.Add(CheckCode::kMismatch, place,
                  absl::StrCat(who, " from different decoupled models, or from one and from none"),
                  "these answer any number of times, so the tensors cannot be paired");
  };
  for (const int step : order) {
    const auto& inputs = steps().Get(step).input_map();
    const int first = of_tensor(inputs.Get(0).value());
    const bool is_mixed = std::any_of(inputs.begin(), inputs.end(), [&](const auto& entry) {
      return of_tensor(entry.value()) != first;
    });
    if (is_mixed) {
      tell(config_.spot().Sub("ensemble_scheduling").At("step", step),
           absl::StrCat("step ", step, " has inputs"));
      return;
    }
    const StepModel& model = models_[static_cast<size_t>(step)];
    const bool is_decoupled =
        model.config != nullptr && model.config->config.model_transaction_policy().decoupled();
    followed[static_cast<size_t>(step)] = is_decoupled ? step : first;
  }
  for (const Claim& output : outputs_) {
    if (of_tensor(output.name) == of_tensor(outputs_[0].name)) continue;
    tell(output.name_place, "the ensemble has outputs");
    return;
  }
}

// What the configurations leave open, the models may not.
void EnsembleCheck::CheckAsChain() {
  ModelChain chain;
  for (const StepModel& model : models_) {
    if (model.model == nullptr) return;
    const triton::ModelConfig& config = model.config->config;
    const auto is_reshaped = [](const auto& tensor) { return tensor.has_reshape(); };
    if (std::any_of(config.input().begin(), config.input().end(), is_reshaped) ||
        std::any_of(config.output().begin(), config.output().end(), is_reshaped)) {
      return;
    }
    chain.AddStage(*model.model);
  }
  for (int i = 0; i < steps().size(); ++i) {
    for (int k = 0; k < steps().Get(i).input_map_size(); ++k) {
      const triton::TextEntry& entry = steps().Get(i).input_map(k);
      const Producer& producer = producers_.find(entry.value())->second;
      if (producer.step < 0 || producer.claim == nullptr) continue;
      chain.Link(producer.step, producer.claim->name, i, entry.key(),
                 SpotOf(i).Sub("input_map", k).ValueOf("value"));
    }
  }
  chain.Check(context_.models.source(), findings_);
}

std::string EnsembleCheck::NearestTensor(absl::string_view name) const {
  NearestName nearest(name);
  for (const auto& [known, producer] : producers_) nearest.Consider(known);
  return nearest.Suggestion("\"");
}

}  // namespace

void CheckEnsemble(const TritonConfig& config, const CheckContext& context, Findings& findings) {
  EnsembleCheck(config, context, findings).Run();
}

}  // namespace shapewright::cli
