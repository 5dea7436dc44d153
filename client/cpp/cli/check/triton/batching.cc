#include "client/cpp/cli/check/triton/batching.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/check/triton/tensors.h"

namespace shapewright::cli {
namespace {

void CheckPreferred(const TritonConfig& config, const TritonSpot& spot,
                    const google::protobuf::RepeatedField<int32_t>& sizes, Findings& findings) {
  const std::vector<ConfigPlace> places = spot.ValuesOf("preferred_batch_size", sizes.size());
  for (int i = 0; i < sizes.size(); ++i) {
    const ConfigPlace place =
        places.empty() ? spot.At("preferred_batch_size", 0) : places[static_cast<size_t>(i)];
    const std::string says = absl::StrCat("a preferred batch is ", sizes.Get(i));
    if (sizes.Get(i) <= 0) {
      findings.Add(CheckCode::kWrongValue, place, says, "it has to be 1 or more");
    } else if (sizes.Get(i) > config.config.max_batch_size() &&
               config.config.max_batch_size() > 0) {
      findings.Add(CheckCode::kBatchTooLarge, place, says,
                   absl::StrCat("max_batch_size is ", config.config.max_batch_size()),
                   absl::StrCat("write ", config.config.max_batch_size(), " or less"));
    }
  }
}

void CheckDynamicBatching(const TritonConfig& config, Findings& findings) {
  if (!config.config.has_dynamic_batching()) return;
  const triton::ModelDynamicBatching& batching = config.config.dynamic_batching();
  const TritonSpot spot = config.spot().Sub("dynamic_batching");
  if (config.config.max_batch_size() <= 0) {
    CheckFinding& finding =
        findings.Add(CheckCode::kBatchTooSmall, config.spot().At("dynamic_batching"),
                     "there is dynamic_batching", "max_batch_size is 0, so nothing is batched",
                     "set max_batch_size, or remove dynamic_batching");
    if (batching.preferred_batch_size().empty()) finding.level = LintLevel::kWarning;
  }
  CheckPreferred(config, spot, batching.preferred_batch_size(), findings);
  if (batching.default_priority_level() > batching.priority_levels() ||
      (batching.priority_levels() > 0 && batching.default_priority_level() == 0)) {
    const ConfigPlace at = spot.At("default_priority_level");
    findings.Add(CheckCode::kWrongValue, at.line > 0 ? at : spot.At("priority_levels"),
                 absl::StrCat("default_priority_level is ", batching.default_priority_level()),
                 absl::StrCat("there are ", batching.priority_levels(), " levels, from 1"));
  }
}

void CheckInstances(const TritonConfig& config, Findings& findings) {
  for (int i = 0; i < config.config.instance_group_size(); ++i) {
    const triton::ModelInstanceGroup& group = config.config.instance_group(i);
    const TritonSpot spot = config.spot().Sub("instance_group", i);
    if (group.count() < 0) {
      findings.Add(CheckCode::kWrongValue, spot.ValueOf("count"),
                   absl::StrCat("a group has ", group.count(), " instances"),
                   "it has to be 1 or more");
    }
    if (group.kind() == triton::ModelInstanceGroup::KIND_CPU && !group.gpus().empty()) {
      findings.Add(CheckCode::kWrongValue, spot.At("gpus", 0), "a group of KIND_CPU has gpus",
                   "Triton refuses that", "remove gpus, or write KIND_GPU");
    }
  }
}

// The sizes of a request of so many; empty: not all are known.
std::vector<SizesOfInput> BatchOf(const std::vector<Claim>& claims, int64_t batch) {
  std::vector<SizesOfInput> request;
  for (const Claim& claim : claims) {
    if (!claim.has_dims) continue;
    std::vector<int64_t> sizes = claim.dims;
    if (claim.unwritten > 0) sizes[0] = batch;
    request.push_back({claim.name, std::move(sizes)});
  }
  return request;
}

// Whether the model runs with so many, and gives as many.
bool CheckBatch(const TritonConfig& config, const CheckedModel& model, int64_t batch,
                const ConfigPlace& place, Findings& findings) {
  const absl::StatusOr<v1::Evaluation> evaluation =
      model.Evaluate(BatchOf(InputClaims(config), batch));
  if (!evaluation.ok()) return true;
  const std::string says = absl::StrCat("there may be batches of ", batch);
  const std::optional<CheckedModel::Failure> failure = model.FailureOf(*evaluation);
  if (failure.has_value()) {
    findings.Add(batch == 1 ? CheckCode::kInvalidSizes : CheckCode::kBatchTooLarge, place, says,
                 absl::StrCat("the model fails: ", failure->text));
    return false;
  }
  for (const Claim& claim : OutputClaims(config)) {
    const auto found =
        std::find_if(evaluation->outputs().begin(), evaluation->outputs().end(),
                     [&](const auto& output) { return output.name() == claim.name; });
    if (found == evaluation->outputs().end() || found->unsized() || found->sizes().empty()) {
      continue;
    }
    if (found->sizes(0) < 0 || found->sizes(0) == batch) continue;
    findings.Add(CheckCode::kNoBatchAxis, place, says,
                 absl::StrCat("output \"", claim.name, "\" then has ", found->sizes(0),
                              " at its first axis, of ", model.FindOutput(claim.name)->Text()),
                 "Triton cannot divide it among requests; set max_batch_size: 0");
    return false;
  }
  return true;
}

void CheckWarmupInput(const TritonConfig& config, const triton::ModelWarmup& warmup,
                      const triton::ModelWarmup::InputEntry& entry, const TritonSpot& spot,
                      const CheckedModel* model, Findings& findings) {
  const std::string says =
      absl::StrCat("warmup \"", warmup.name(), "\" has the input \"", entry.key(), "\"");
  const std::vector<Claim> claims = RequestClaims(config, PortSide::kInput);
  const auto claim = std::find_if(claims.begin(), claims.end(),
                                  [&](const Claim& each) { return each.name == entry.key(); });
  const bool is_known =
      claim != claims.end() ||
      (claims.empty() && (model == nullptr || model->FindInput(entry.key()) != nullptr));
  if (!is_known) {
    findings.Add(CheckCode::kNoSuchInput, spot.ValueOf("key"), says,
                 "the configuration has none of this name",
                 model == nullptr ? "" : MendOfName(entry.key(), model->inputs()));
    return;
  }
  if (claim == claims.end()) return;
  const TritonSpot value = spot.Sub("value");
  if (claim->element != 0 && ElementOf(entry.value().data_type()) != claim->element) {
    const ConfigPlace at = value.ValueOf("data_type");
    findings.AddMended(CheckCode::kWrongType, at.line > 0 ? at : spot.At("key"),
                       absl::StrCat(says, " of ", triton::DataType_Name(entry.value().data_type())),
                       absl::StrCat("the input has ", claim->type_text),
                       absl::StrCat("write ", claim->type_text), claim->type_text);
  }
  const auto& dims = entry.value().dims();
  if (static_cast<size_t>(dims.size()) + claim->unwritten != claim->dims.size()) {
    findings.Add(CheckCode::kWrongRank, dims.empty() ? spot.At("key") : value.ValueOf("dims", 0),
                 absl::StrCat(says, " with ", dims.size(), " axes"),
                 absl::StrCat("the input has ", claim->dims.size() - claim->unwritten));
    return;
  }
  for (int i = 0; i < dims.size(); ++i) {
    const int64_t size = claim->dims[static_cast<size_t>(i) + claim->unwritten];
    if (dims.Get(i) >= 0 && (size < 0 || dims.Get(i) == size)) continue;
    const bool is_open = dims.Get(i) < 0;
    findings.Add(is_open ? CheckCode::kWrongValue : CheckCode::kWrongDim, value.ValueOf("dims", 0),
                 absl::StrCat(says, " with size ", dims.Get(i), " at axis ", i),
                 is_open ? "a request has numbers" : absl::StrCat("the input has ", size));
    return;
  }
}

// The sizes that the model gets in a warmup; empty: not all are known.
std::vector<SizesOfInput> WarmupSizes(const TritonConfig& config,
                                      const triton::ModelWarmup& warmup) {
  std::vector<SizesOfInput> request;
  for (int i = 0; i < config.config.input_size(); ++i) {
    const triton::ModelInput& input = config.config.input(i);
    const auto entry = std::find_if(warmup.inputs().begin(), warmup.inputs().end(),
                                    [&](const auto& each) { return each.key() == input.name(); });
    if (entry == warmup.inputs().end() || input.has_reshape() || input.allow_ragged_batch()) {
      continue;
    }
    SizesOfInput sizes{input.name(), {}};
    if (config.config.max_batch_size() > 0) {
      sizes.sizes.push_back(std::max<int64_t>(warmup.batch_size(), 1));
    }
    sizes.sizes.insert(sizes.sizes.end(), entry->value().dims().begin(),
                       entry->value().dims().end());
    request.push_back(std::move(sizes));
  }
  return request;
}

}  // namespace

void CheckBatchFields(const TritonConfig& config, Findings& findings) {
  if (config.config.max_batch_size() < 0) {
    findings.Add(CheckCode::kWrongValue, config.spot().ValueOf("max_batch_size"),
                 absl::StrCat("max_batch_size is ", config.config.max_batch_size()),
                 "it has to be 0 or more");
  }
  CheckDynamicBatching(config, findings);
  if (config.config.sequence_batching().has_oldest()) {
    CheckPreferred(config, config.spot().Sub("sequence_batching").Sub("oldest"),
                   config.config.sequence_batching().oldest().preferred_batch_size(), findings);
  }
  CheckInstances(config, findings);
}

void CheckBatchAxes(const TritonConfig& config, const CheckedModel& model, Findings& findings) {
  if (config.config.max_batch_size() <= 0) return;
  for (const PortSide side : {PortSide::kInput, PortSide::kOutput}) {
    for (const Port& port : side == PortSide::kInput ? model.inputs() : model.outputs()) {
      if (!port.has_rank || port.is_optional) continue;
      const bool is_scalar = port.dims.empty();
      if (!is_scalar && !port.dims[0].size.has_value()) continue;
      const bool is_declared = !is_scalar && port.dims[0].declared.has_value();
      const std::string why = is_scalar || is_declared ? "" : model.WhyFixed(port, 0);
      findings.Add(CheckCode::kNoBatchAxis, config.spot().ValueOf("max_batch_size"),
                   absl::StrCat("max_batch_size is ", config.config.max_batch_size()),
                   absl::StrCat(side == PortSide::kInput ? "input" : "output", " \"", port.name,
                                "\" is ", port.Text(),
                                is_scalar ? ", which has no axis for a batch"
                                          : ", whose first axis is one number",
                                why.empty() ? "" : ": ", why),
                   "export the model with an open batch, or write max_batch_size: 0 and all sizes "
                   "in dims");
      return;
    }
  }
}

void CheckBatches(const TritonConfig& config, const CheckedModel& model, Findings& findings) {
  const int64_t most = config.config.max_batch_size();
  if (most <= 0) return;
  const ConfigPlace place = config.spot().ValueOf("max_batch_size");
  if (!CheckBatch(config, model, 1, place, findings)) return;
  if (most > 1 && !CheckBatch(config, model, most, place, findings)) return;
  const auto& preferred = config.config.dynamic_batching().preferred_batch_size();
  const TritonSpot spot = config.spot().Sub("dynamic_batching");
  const std::vector<ConfigPlace> places = spot.ValuesOf("preferred_batch_size", preferred.size());
  for (int i = 0; i < preferred.size(); ++i) {
    if (preferred.Get(i) <= 1 || preferred.Get(i) >= most) continue;
    const ConfigPlace at =
        places.empty() ? spot.At("preferred_batch_size", 0) : places[static_cast<size_t>(i)];
    if (!CheckBatch(config, model, preferred.Get(i), at, findings)) return;
  }
}

void CheckWarmup(const TritonConfig& config, const CheckedModel* model, Findings& findings) {
  for (int i = 0; i < config.config.model_warmup_size(); ++i) {
    const triton::ModelWarmup& warmup = config.config.model_warmup(i);
    const TritonSpot spot = config.spot().Sub("model_warmup", i);
    const int64_t most = std::max<int64_t>(config.config.max_batch_size(), 1);
    if (warmup.batch_size() > most) {
      findings.Add(
          CheckCode::kBatchTooLarge, spot.ValueOf("batch_size"),
          absl::StrCat("warmup \"", warmup.name(), "\" has batches of ", warmup.batch_size()),
          absl::StrCat("max_batch_size is ", config.config.max_batch_size()));
      continue;
    }
    const size_t before = findings.all().size();
    for (int k = 0; k < warmup.inputs_size(); ++k) {
      CheckWarmupInput(config, warmup, warmup.inputs(k), spot.Sub("inputs", k), model, findings);
    }
    for (const triton::ModelInput& input : config.config.input()) {
      const bool is_there =
          std::any_of(warmup.inputs().begin(), warmup.inputs().end(),
                      [&](const auto& each) { return each.key() == input.name(); });
      if (is_there || input.optional() || findings.all().size() > before) continue;
      findings.Add(CheckCode::kMissingInput, config.spot().At("model_warmup", i),
                   absl::StrCat("warmup \"", warmup.name(), "\" has not all inputs"),
                   absl::StrCat("\"", input.name(), "\" is missing"));
    }
    if (model == nullptr || findings.all().size() > before) continue;
    const auto evaluation = model->Evaluate(WarmupSizes(config, warmup));
    if (!evaluation.ok()) continue;
    const std::optional<CheckedModel::Failure> failure = model->FailureOf(*evaluation);
    if (!failure.has_value()) continue;
    findings.Add(CheckCode::kInvalidSizes, config.spot().At("model_warmup", i),
                 absl::StrCat("warmup \"", warmup.name(), "\" runs the model"),
                 absl::StrCat("it fails: ", failure->text));
  }
}

}  // namespace shapewright::cli
