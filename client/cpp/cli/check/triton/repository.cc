#include "client/cpp/cli/check/triton/repository.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/base/nearest_name.h"

namespace shapewright::cli {
namespace {

namespace fs = std::filesystem;

// Backends, their former names of platforms, and the file that they load.
struct BackendRow {
  absl::string_view backend;
  absl::string_view platform;
  absl::string_view file;  // empty: this is not known
};
constexpr BackendRow kBackends[] = {
    {"onnxruntime", "onnxruntime_onnx", "model.onnx"},
    {"tensorrt", "tensorrt_plan", "model.plan"},
    {"tensorflow", "tensorflow_graphdef", "model.graphdef"},
    {"tensorflow", "tensorflow_savedmodel", "model.savedmodel"},
    {"pytorch", "pytorch_libtorch", "model.pt"},
    {"pytorch", "torch_aoti", ""},
    {"openvino", "", ""},
    {"python", "", "model.py"},
    {"dali", "", ""},
    {"fil", "", ""},
    {"vllm", "", ""},
    {"tensorrtllm", "", ""},
    {"identity", "", ""},
    {"repeat", "", ""},
    {"square", "", ""},
    {"", "ensemble", ""},
};

// The version folders of a model, in order.
std::vector<int64_t> VersionFolders(const TritonConfig& config) {
  std::vector<int64_t> versions;
  std::error_code error;
  const std::string folder = config.file.folder().empty() ? "." : config.file.folder();
  for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    int64_t version = 0;
    std::error_code ignored;
    const std::string name = at->path().filename();
    if (at->is_directory(ignored) && absl::SimpleAtoi(name, &version) && version > 0 &&
        absl::StrCat(version) == name) {
      versions.push_back(version);
    }
  }
  std::sort(versions.begin(), versions.end());
  return versions;
}

std::string FileOf(const TritonConfig& config) {
  if (!config.config.default_model_filename().empty()) {
    return config.config.default_model_filename();
  }
  for (const BackendRow& row : kBackends) {
    const bool is_platform = !row.platform.empty() && row.platform == config.config.platform();
    const bool is_backend = config.config.platform().empty() && !row.backend.empty() &&
                            row.backend == config.config.backend();
    if (is_platform || is_backend) return std::string(row.file);
  }
  return "";
}

void CheckName(const TritonConfig& config, Findings& findings) {
  std::error_code error;
  const std::string folder =
      fs::absolute(config.file.path, error).lexically_normal().parent_path().filename();
  if (config.config.name().empty() || config.config.name() == folder) return;
  findings.AddMended(CheckCode::kWrongName, config.spot().ValueOf("name"),
                     absl::StrCat("the model is called \"", config.config.name(), "\""),
                     absl::StrCat("its folder is called \"", folder, "\""),
                     absl::StrCat("write \"", folder, "\", or rename the folder"),
                     absl::StrCat("\"", folder, "\""));
}

void CheckBackend(const TritonConfig& config, Findings& findings) {
  for (const bool is_platform : {true, false}) {
    const std::string& said = is_platform ? config.config.platform() : config.config.backend();
    if (said.empty()) continue;
    NearestName nearest(said);
    bool is_known = false;
    bool is_other = false;
    for (const BackendRow& row : kBackends) {
      const absl::string_view name = is_platform ? row.platform : row.backend;
      is_known = is_known || name == said;
      is_other = is_other || (is_platform ? row.backend : row.platform) == said;
      if (!name.empty()) nearest.Consider(name);
    }
    // A backend may be one's own.
    const bool is_wrong = !is_known && (is_platform || is_other || !nearest.found().empty());
    if (!is_wrong) continue;
    findings.Add(CheckCode::kWrongValue,
                 config.spot().ValueOf(is_platform ? "platform" : "backend"),
                 absl::StrCat(is_platform ? "platform" : "backend", " is \"", said, "\""),
                 is_other ? (is_platform ? "that is a backend" : "that is a platform")
                          : "Triton has none of this name",
                 nearest.Suggestion("\""));
  }
}

void CheckPolicy(const TritonConfig& config, const std::vector<int64_t>& versions,
                 Findings& findings) {
  const auto& specific = config.config.version_policy().specific().versions();
  const TritonSpot spot = config.spot().Sub("version_policy").Sub("specific");
  const std::vector<ConfigPlace> places = spot.ValuesOf("versions", specific.size());
  for (int i = 0; i < specific.size(); ++i) {
    if (std::binary_search(versions.begin(), versions.end(), specific.Get(i))) continue;
    findings.Add(
        CheckCode::kNoSuchVersion,
        places.empty() ? spot.At("versions", 0) : places[static_cast<size_t>(i)],
        absl::StrCat("version ", specific.Get(i), " is to be loaded"),
        absl::StrCat("there is no such folder; there are: ", absl::StrJoin(versions, ", ")));
  }
}

}  // namespace

TritonBackend BackendOf(const TritonConfig& config) {
  const triton::ModelConfig& model = config.config;
  if (model.has_ensemble_scheduling() || model.platform() == "ensemble") {
    return TritonBackend::kEnsemble;
  }
  if (model.backend() == "onnxruntime" || model.platform() == "onnxruntime_onnx") {
    return TritonBackend::kOnnxRuntime;
  }
  // Triton looks at the file where neither is said.
  if (!model.backend().empty() || !model.platform().empty()) return TritonBackend::kOther;
  for (const int64_t version : VersionFolders(config)) {
    std::error_code ignored;
    if (fs::exists(config.file.Beside(absl::StrCat(version, "/model.onnx")), ignored)) {
      return TritonBackend::kOnnxRuntime;
    }
  }
  return TritonBackend::kOther;
}

std::vector<TritonVersion> VersionsOf(const TritonConfig& config) {
  const triton::ModelVersionPolicy& policy = config.config.version_policy();
  std::string file = FileOf(config);
  if (file.empty()) file = "model.onnx";
  std::vector<TritonVersion> out;
  const std::vector<int64_t> versions = VersionFolders(config);
  const size_t latest = std::max<size_t>(policy.latest().num_versions(), 1);
  for (size_t i = 0; i < versions.size(); ++i) {
    const auto& specific = policy.specific().versions();
    const bool is_latest = i + latest >= versions.size();
    const bool is_loaded =
        policy.has_all() || (policy.has_specific() ? std::find(specific.begin(), specific.end(),
                                                               versions[i]) != specific.end()
                                                   : is_latest);
    if (!is_loaded) continue;
    out.push_back({versions[i], config.file.Beside(absl::StrCat(versions[i], "/", file))});
  }
  return out;
}

void CheckRepository(const TritonConfig& config, Findings& findings) {
  CheckName(config, findings);
  CheckBackend(config, findings);
  const std::vector<int64_t> versions = VersionFolders(config);
  if (versions.empty()) {
    findings.Add(CheckCode::kNoSuchVersion, ConfigPlace(), "the model has no version",
                 "there is no folder with a number for a name", "put the model into 1/");
    return;
  }
  CheckPolicy(config, versions, findings);
  const std::string file = FileOf(config);
  if (file.empty() || BackendOf(config) == TritonBackend::kEnsemble) return;
  const ConfigPlace named = config.spot().ValueOf("default_model_filename");
  for (const TritonVersion& version : VersionsOf(config)) {
    std::error_code ignored;
    if (fs::exists(version.model, ignored)) continue;
    findings.Add(CheckCode::kNoModel, named,
                 absl::StrCat("version ", version.number, " is loaded from ", file),
                 absl::StrCat("there is no ", version.model));
  }
}

}  // namespace shapewright::cli
