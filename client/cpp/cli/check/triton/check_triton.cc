#include "client/cpp/cli/check/triton/check_triton.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cpp/cli/check/triton/batching.h"
#include "client/cpp/cli/check/triton/config_rules.h"
#include "client/cpp/cli/check/triton/ensemble.h"
#include "client/cpp/cli/check/triton/repository.h"
#include "client/cpp/cli/check/triton/tensors.h"

namespace shapewright::cli {
namespace {

void CheckVersion(const TritonConfig& config, const TritonVersion& version,
                  const CheckContext& context, Findings& findings) {
  std::error_code ignored;
  if (!std::filesystem::exists(version.model, ignored)) return;  // CheckRepository() tells it
  const CheckedModel* model =
      GetModel(context, version.model, config.spot().ValueOf("default_model_filename"), findings);
  if (model == nullptr) return;
  const size_t before = findings.all().size();
  CheckBatchAxes(config, *model, findings);
  // Ranks and sizes are then those of a model without a batch.
  if (findings.all().size() > before) return;
  CheckTensors(config, *model, findings);
  if (findings.all().size() == before) CheckBatches(config, *model, findings);
  CheckWarmup(config, model, findings);
}

std::string TensorText(const Port& port, size_t first_axis) {
  std::vector<std::string> dims;
  for (size_t i = first_axis; i < port.dims.size(); ++i) {
    dims.push_back(absl::StrCat(port.dims[i].size.value_or(-1)));
  }
  const bool is_scalar = dims.empty();
  if (is_scalar) dims.emplace_back("1");
  return absl::StrCat("  {\n    name: \"", absl::CEscape(port.name),
                      "\"\n    data_type: ", TritonTypeName(port.element), "\n    dims: [ ",
                      absl::StrJoin(dims, ", "), " ]\n",
                      // Triton takes [ 1 ] for a scalar of the model, and knows none beside.
                      is_scalar && first_axis > 0 ? "    reshape: { shape: [ ] }\n" : "",
                      port.is_optional ? "    optional: true\n" : "", "  }");
}

std::string TensorsText(absl::string_view field, const std::vector<Port>& ports,
                        size_t first_axis) {
  std::vector<std::string> texts;
  for (const Port& port : ports) {
    // What is no tensor of a type that it knows cannot be served.
    if (!TritonTypeName(port.element).empty()) texts.push_back(TensorText(port, first_axis));
  }
  return absl::StrCat(field, " [\n", absl::StrJoin(texts, ",\n"), "\n]\n");
}

// Whether all of them have the same open size in front.
bool HasBatch(const CheckedModel& model) {
  std::string batch;
  for (const std::vector<Port>* ports : {&model.inputs(), &model.outputs()}) {
    for (const Port& port : *ports) {
      if (port.dims.empty() || port.dims[0].size.has_value() || port.is_optional) return false;
      if (batch.empty()) batch = port.dims[0].text;
      if (port.dims[0].text != batch) return false;
    }
  }
  return !batch.empty();
}

}  // namespace

bool IsTritonConfig(const ConfigFile& file) { return absl::EndsWith(file.name(), ".pbtxt"); }

void CheckTriton(const ConfigFile& file, const CheckContext& context, Findings& findings) {
  const std::unique_ptr<TritonConfig> config = ReadTritonConfig(file, findings);
  if (config == nullptr) return;
  CheckRepository(*config, findings);
  const size_t before = findings.all().size();
  CheckTensorFields(*config, findings);
  CheckBatchFields(*config, findings);
  CheckConfigRules(*config, findings);
  if (findings.all().size() > before) return;  // the model could only repeat it
  switch (BackendOf(*config)) {
    case TritonBackend::kEnsemble:
      CheckEnsemble(*config, context, findings);
      CheckWarmup(*config, nullptr, findings);
      break;
    case TritonBackend::kOnnxRuntime:
      for (const TritonVersion& version : VersionsOf(*config)) {
        CheckVersion(*config, version, context, findings);
      }
      break;
    case TritonBackend::kOther:
      CheckWarmup(*config, nullptr, findings);
      break;
  }
}

std::string WriteTriton(const CheckedModel& model) {
  constexpr int64_t kBatch = 8;
  const bool has_batch = HasBatch(model);
  int64_t batch = has_batch ? kBatch : 0;
  while (batch > 1) {
    std::vector<SizesOfInput> sizes;
    for (const Port& port : model.inputs()) {
      if (port.is_optional) continue;
      std::vector<int64_t> dims(port.dims.size(), -1);
      dims[0] = batch;
      sizes.push_back({port.name, std::move(dims)});
    }
    const absl::StatusOr<v1::Evaluation> evaluation = model.Evaluate(sizes);
    if (!evaluation.ok() || !model.FailureOf(*evaluation).has_value()) break;
    batch /= 2;
  }
  const size_t first_axis = has_batch ? 1 : 0;
  return absl::StrCat("backend: \"onnxruntime\"\nmax_batch_size: ", batch, "\n",
                      TensorsText("input", model.inputs(), first_axis),
                      TensorsText("output", model.outputs(), first_axis));
}

}  // namespace shapewright::cli
