#include "client/cpp/cli/check/triton/config_rules.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "core/base/nearest_name.h"

namespace shapewright::cli {
namespace {

using Names = std::set<std::string>;

template <typename Tensors>
Names NamesOf(const Tensors& tensors) {
  Names names;
  for (const auto& tensor : tensors) names.insert(tensor.name());
  return names;
}

void CheckNamed(const std::string& name, const Names& known, CheckCode code,
                const ConfigPlace& place, absl::string_view says, Findings& findings) {
  if (known.count(name) > 0) return;
  NearestName nearest(name);
  for (const std::string& each : known) nearest.Consider(each);
  findings.Add(code, place, absl::StrCat(says, " \"", name, "\""),
               "the configuration has none of this name", nearest.Suggestion("\""));
}

// The sources of a batch_input or batch_output: one, an input of the configuration.
template <typename Batch>
void CheckSources(const TritonConfig& config, const Batch& batch, const char* field, int index,
                  const Names& inputs, Findings& findings) {
  const TritonSpot spot = config.spot().Sub(field, index);
  const auto& sources = batch.source_input();
  if (sources.size() != 1) {
    const ConfigPlace at =
        sources.empty() ? config.spot().At(field, index) : spot.At("source_input", 0);
    findings.Add(CheckCode::kWrongValue, at,
                 absl::StrCat("a ", field, " has ", sources.size(), " source inputs"),
                 "it has exactly one");
    return;
  }
  CheckNamed(sources.Get(0), inputs, CheckCode::kNoSuchInput, spot.At("source_input", 0),
             absl::StrCat("a ", field, " is made from the input"), findings);
}

void CheckBatchTensors(const TritonConfig& config, Findings& findings) {
  const triton::ModelConfig& model = config.config;
  const Names inputs = NamesOf(model.input());
  const Names outputs = NamesOf(model.output());
  for (int i = 0; i < model.batch_input_size(); ++i) {
    const triton::BatchInput& batch = model.batch_input(i);
    CheckSources(config, batch, "batch_input", i, inputs, findings);
    if (batch.data_type() == triton::TYPE_INT32 || batch.data_type() == triton::TYPE_FP32) continue;
    const ConfigPlace type = config.spot().Sub("batch_input", i).ValueOf("data_type");
    findings.Add(CheckCode::kWrongType, type.line > 0 ? type : config.spot().At("batch_input", i),
                 absl::StrCat("a batch_input has ", triton::DataType_Name(batch.data_type())),
                 "it has to be TYPE_INT32 or TYPE_FP32");
  }
  for (int i = 0; i < model.batch_output_size(); ++i) {
    const triton::BatchOutput& batch = model.batch_output(i);
    CheckSources(config, batch, "batch_output", i, inputs, findings);
    const TritonSpot spot = config.spot().Sub("batch_output", i);
    std::set<std::string> seen;
    for (int k = 0; k < batch.target_name_size(); ++k) {
      const std::string& name = batch.target_name(k);
      ConfigPlace at = spot.At("target_name", k);
      if (at.line == 0) at = spot.At("target_name", 0);  // in brackets
      if (!seen.insert(name).second) {
        findings.Add(CheckCode::kProducedTwice, at,
                     absl::StrCat("a batch_output has \"", name, "\" twice"));
        continue;
      }
      CheckNamed(name, outputs, CheckCode::kNoSuchOutput, at, "a batch_output is for the output",
                 findings);
    }
  }
}

void CheckQueue(const TritonConfig& config, const triton::ModelQueuePolicy& policy,
                const ConfigPlace& place, Findings& findings) {
  if (!config.config.dynamic_batching().preserve_ordering()) return;
  if (policy.default_timeout_microseconds() == 0) return;
  if (policy.timeout_action() != triton::ModelQueuePolicy::DELAY) return;
  findings.Add(CheckCode::kWrongValue, place, "a queue delays requests that wait too long",
               "preserve_ordering is true, which rules that out",
               "write timeout_action: REJECT, or remove preserve_ordering");
}

void CheckQueues(const TritonConfig& config, Findings& findings) {
  const triton::ModelDynamicBatching& batching = config.config.dynamic_batching();
  const TritonSpot spot = config.spot().Sub("dynamic_batching");
  if (batching.preserve_ordering() && batching.priority_levels() > 1) {
    findings.Add(CheckCode::kWrongValue, spot.ValueOf("priority_levels"),
                 absl::StrCat("there are ", batching.priority_levels(), " levels of priority"),
                 "preserve_ordering is true, which allows one only",
                 "remove priority_levels or preserve_ordering");
  }
  CheckQueue(config, batching.default_queue_policy(), spot.At("default_queue_policy"), findings);
  for (int i = 0; i < batching.priority_queue_policy_size(); ++i) {
    const auto& entry = batching.priority_queue_policy(i);
    const ConfigPlace at = spot.At("priority_queue_policy", i);
    CheckQueue(config, entry.value(), at, findings);
    const bool is_level = entry.key() > 0 && entry.key() <= batching.priority_levels();
    if (is_level || batching.priority_levels() == 0) continue;
    findings.Add(CheckCode::kWrongValue, at, absl::StrCat("a queue is for priority ", entry.key()),
                 absl::StrCat("there are ", batching.priority_levels(), " levels, from 1"));
  }
}

using Control = triton::ModelSequenceBatching::Control;

// Start, ready and end are told by two values, of one type.
void CheckControlValues(const Control& control, const ConfigPlace& place, Findings& findings) {
  const int counts[] = {control.int32_false_true_size(), control.fp32_false_true_size(),
                        control.bool_false_true_size()};
  int given = 0;
  bool is_pair = true;
  for (const int count : counts) {
    given += static_cast<int>(count > 0);
    is_pair = is_pair && (count == 0 || count == 2);
  }
  if (given == 1 && is_pair) return;
  findings.Add(CheckCode::kWrongValue, place,
               absl::StrCat(Control::Kind_Name(control.kind()),
                            given == 0   ? " has no values"
                            : given == 1 ? " has not two values"
                                         : " has values of several types"),
               "it has one for false and one for true",
               "write one of int32_false_true, fp32_false_true and bool_false_true: [ 0, 1 ]");
}

void CheckCorrelationType(const Control& control, const ConfigPlace& place, Findings& findings) {
  switch (control.data_type()) {
    case triton::TYPE_UINT64:
    case triton::TYPE_INT64:
    case triton::TYPE_UINT32:
    case triton::TYPE_INT32:
    case triton::TYPE_STRING:
      return;
    default:
      findings.Add(
          CheckCode::kWrongType, place,
          absl::StrCat("CONTROL_SEQUENCE_CORRID has ", triton::DataType_Name(control.data_type())),
          "it has to be an integer of 32 or 64 bits, or TYPE_STRING");
  }
}

void CheckSequences(const TritonConfig& config, Findings& findings) {
  const triton::ModelSequenceBatching& batching = config.config.sequence_batching();
  const TritonSpot spot = config.spot().Sub("sequence_batching");
  std::set<std::string> names;
  std::set<int> kinds;
  for (int i = 0; i < batching.control_input_size(); ++i) {
    const auto& input = batching.control_input(i);
    const TritonSpot at = spot.Sub("control_input", i);
    if (input.name().empty()) {
      findings.Add(CheckCode::kWrongName, spot.At("control_input", i), "a control has no name");
    } else if (!names.insert(input.name()).second) {
      findings.Add(CheckCode::kProducedTwice, at.ValueOf("name"),
                   absl::StrCat("there are two controls \"", input.name(), "\""), "",
                   "give one of them another name");
    }
    for (int k = 0; k < input.control_size(); ++k) {
      const Control& control = input.control(k);
      const ConfigPlace place = at.At("control", k);
      if (!kinds.insert(control.kind()).second) {
        findings.Add(CheckCode::kProducedTwice, place,
                     absl::StrCat("there are two controls of ", Control::Kind_Name(control.kind())),
                     "", "remove one of them");
      }
      if (control.kind() == Control::CONTROL_SEQUENCE_CORRID) {
        CheckCorrelationType(control, place, findings);
      } else {
        CheckControlValues(control, place, findings);
      }
    }
  }
  const float least = batching.direct().minimum_slot_utilization();
  if (least >= 0 && least <= 1) return;
  findings.Add(CheckCode::kWrongValue, spot.Sub("direct").ValueOf("minimum_slot_utilization"),
               absl::StrCat("minimum_slot_utilization is ", least), "it is a part, of 0 to 1");
}

void CheckCache(const TritonConfig& config, Findings& findings) {
  const triton::ModelConfig& model = config.config;
  const bool has_sequences = model.has_sequence_batching();
  const bool is_decoupled = model.model_transaction_policy().decoupled();
  if (!model.response_cache().enable() || (!has_sequences && !is_decoupled)) return;
  findings.Add(CheckCode::kWrongValue, config.spot().Sub("response_cache").ValueOf("enable"),
               "responses are cached",
               has_sequences ? "Triton does not cache those of sequence_batching"
                             : "Triton does not cache those of decoupled models",
               "write false");
}

void CheckGpus(const TritonConfig& config, Findings& findings) {
  for (int i = 0; i < config.config.instance_group_size(); ++i) {
    const triton::ModelInstanceGroup& group = config.config.instance_group(i);
    const TritonSpot spot = config.spot().Sub("instance_group", i);
    if (group.kind() == triton::ModelInstanceGroup::KIND_MODEL && !group.gpus().empty()) {
      findings.Add(CheckCode::kWrongValue, spot.At("gpus", 0), "a group of KIND_MODEL has gpus",
                   "Triton refuses that", "remove gpus, or write KIND_GPU");
    }
    for (int k = 0; k < group.gpus_size(); ++k) {
      if (group.gpus(k) >= 0) continue;
      findings.Add(CheckCode::kWrongValue, spot.At("gpus", 0),
                   absl::StrCat("a group has the GPU ", group.gpus(k)), "GPUs have numbers from 0");
      break;
    }
  }
}

void CheckScheduler(const TritonConfig& config, Findings& findings) {
  const triton::ModelConfig& model = config.config;
  const bool is_ensemble = model.platform() == "ensemble";
  if (is_ensemble && !model.backend().empty()) {
    findings.Add(CheckCode::kWrongValue, config.spot().ValueOf("backend"),
                 absl::StrCat("an ensemble has the backend \"", model.backend(), "\""),
                 "no backend runs it", "remove it");
  }
  if (!model.has_ensemble_scheduling()) return;
  if (!is_ensemble && !(model.platform().empty() && model.backend().empty())) {
    findings.Add(CheckCode::kWrongValue, config.spot().At("ensemble_scheduling"),
                 "there is ensemble_scheduling", "the platform is not \"ensemble\"",
                 "write platform: \"ensemble\" and no backend, or remove it");
  }
  const auto refuse = [&](const ConfigPlace& at, absl::string_view field) {
    findings.Add(CheckCode::kWrongValue, at, absl::StrCat("an ensemble has ", field),
                 "it runs in no instance of its own", "remove it");
  };
  if (model.instance_group_size() > 0)
    refuse(config.spot().At("instance_group", 0), "instance_group");
  if (model.has_optimization()) refuse(config.spot().At("optimization"), "optimization");
}

void CheckLinearFormats(const TritonConfig& config, Findings& findings) {
  const bool is_tensorrt = config.config.platform() == "tensorrt_plan" ||
                           config.config.backend() == "tensorrt" ||
                           (config.config.platform().empty() && config.config.backend().empty());
  const auto check = [&](const auto& tensors, const char* field) {
    for (int i = 0; i < tensors.size(); ++i) {
      if (!tensors.Get(i).is_non_linear_format_io() || is_tensorrt) continue;
      findings.Add(CheckCode::kWrongValue,
                   config.spot().Sub(field, i).At("is_non_linear_format_io"),
                   absl::StrCat(field, " \"", tensors.Get(i).name(), "\" has no linear format"),
                   "only the backend tensorrt knows such formats", "remove it");
    }
  };
  check(config.config.input(), "input");
  check(config.config.output(), "output");
}

void CheckRuntime(const TritonConfig& config, Findings& findings) {
  const std::vector<absl::string_view> parts = absl::StrSplit(config.config.runtime(), '/');
  const bool is_outside = absl::StartsWith(config.config.runtime(), "/") ||
                          std::find(parts.begin(), parts.end(), "..") != parts.end();
  if (!is_outside) return;
  findings.Add(CheckCode::kWrongValue, config.spot().ValueOf("runtime"),
               absl::StrCat("the runtime is \"", config.config.runtime(), "\""),
               "Triton loads nothing from outside of the folder of the backend");
}

}  // namespace

void CheckConfigRules(const TritonConfig& config, Findings& findings) {
  CheckBatchTensors(config, findings);
  CheckQueues(config, findings);
  CheckSequences(config, findings);
  CheckCache(config, findings);
  CheckGpus(config, findings);
  CheckScheduler(config, findings);
  CheckLinearFormats(config, findings);
  CheckRuntime(config, findings);
}

}  // namespace shapewright::cli
