#include "client/cpp/cli/check/ort/check_session.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cpp/cli/check/base/named_dims.h"
#include "client/cpp/cli/check/trt/profile.h"
#include "core/base/nearest_name.h"
#include "page/json_text.h"

namespace shapewright::cli {
namespace {

// As the languages of onnxruntime and its tools call them.
constexpr absl::string_view kByName[] = {"freeDimensionOverrides", "free_dimension_overrides",
                                         "free_dimension_overrides_by_name", "free_dim_overrides"};
constexpr absl::string_view kByDenotation[] = {"free_dimension_overrides_by_denotation"};
constexpr absl::string_view kProviderLists[] = {"executionProviders", "execution_providers",
                                                "providers"};
constexpr absl::string_view kProviders[] = {"CPUExecutionProvider",
                                            "CUDAExecutionProvider",
                                            "TensorrtExecutionProvider",
                                            "DmlExecutionProvider",
                                            "OpenVINOExecutionProvider",
                                            "ROCMExecutionProvider",
                                            "QNNExecutionProvider",
                                            "CoreMLExecutionProvider",
                                            "NnapiExecutionProvider",
                                            "XnnpackExecutionProvider",
                                            "MIGraphXExecutionProvider",
                                            "WebGpuExecutionProvider",
                                            "NvTensorRtRtxExecutionProvider",
                                            "VitisAIExecutionProvider",
                                            "cpu",
                                            "cuda",
                                            "tensorrt",
                                            "dml",
                                            "openvino",
                                            "rocm",
                                            "qnn",
                                            "coreml",
                                            "nnapi",
                                            "xnnpack",
                                            "webgl",
                                            "webgpu",
                                            "webnn",
                                            "wasm"};
constexpr absl::string_view kLevels[] = {"disabled", "basic", "extended", "layout", "all"};
constexpr absl::string_view kProfileKeys[] = {"trt_profile_min_shapes", "trt_profile_opt_shapes",
                                              "trt_profile_max_shapes"};
constexpr absl::string_view kOptions[] = {"freeDimensionOverrides",
                                          "free_dimension_overrides",
                                          "free_dimension_overrides_by_name",
                                          "free_dimension_overrides_by_denotation",
                                          "executionProviders",
                                          "graphOptimizationLevel",
                                          "session_options",
                                          "provider_options",
                                          "enableGraphCapture",
                                          "preferredOutputLocation"};

template <size_t size>
bool IsOneOf(absl::string_view name, const absl::string_view (&names)[size]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

template <size_t size>
std::string MendOf(absl::string_view name, const absl::string_view (&names)[size]) {
  NearestName nearest(name);
  for (const absl::string_view known : names) nearest.Consider(known);
  return nearest.Suggestion("\"");
}

std::vector<NamedDim> DimsOf(const ConfigFile& file, const TreeNode& overrides,
                             Findings& findings) {
  std::vector<NamedDim> dims;
  for (const TreeNode::Member& member : overrides.members) {
    const std::optional<int64_t> size = member.value.Integer();
    if (!size.has_value()) {
      findings.Add(
          CheckCode::kWrongValue, PlaceOf(file, member.value),
          absl::StrCat("the size \"", member.key.text, "\" is \"", member.value.text, "\""),
          "it has to be a number");
      continue;
    }
    dims.push_back(
        {member.key.text, PlaceOf(file, member.key), *size, PlaceOf(file, member.value)});
  }
  return dims;
}

void CheckProviders(const ConfigFile& file, const TreeNode& list, Findings& findings) {
  for (const TreeNode& item : list.items) {
    const TreeNode* name = item.is_map() ? item.Find("name") : &item;
    if (name == nullptr || !name->is_scalar() || IsOneOf(name->text, kProviders)) continue;
    const std::string mend = MendOf(name->text, kProviders);
    if (mend.empty()) continue;  // it may be a plugin
    findings.Add(CheckCode::kWrongValue, PlaceOf(file, *name),
                 absl::StrCat("there is a provider \"", name->text, "\""),
                 "onnxruntime has none of this name", mend);
  }
}

void CheckTrtOptions(const ConfigFile& file, const TreeNode& options, const CheckedModel& model,
                     Findings& findings) {
  Profile profile;
  const size_t before = findings.all().size();
  for (size_t i = 0; i < profile.sizes.size(); ++i) {
    profile.sizes[i].setting = std::string(kProfileKeys[i]);
    const TreeNode* text = options.Find(kProfileKeys[i]);
    if (text == nullptr || text->text.empty()) continue;
    profile.sizes[i] =
        ReadProfileSizes(kProfileKeys[i], text->text, PlaceOf(file, *text), findings);
  }
  if (findings.all().size() == before) CheckProfile(model, profile, findings);
}

}  // namespace

bool IsSessionOptions(const ConfigFile& file) {
  const TreeNode* root = file.root();
  if (root == nullptr || !root->is_map()) return false;
  for (const TreeNode::Member& member : root->members) {
    const std::string& key = member.key.text;
    if (IsOneOf(key, kByName) || IsOneOf(key, kByDenotation) || IsOneOf(key, kProfileKeys) ||
        key == "executionProviders" || key == "session_options") {
      return true;
    }
  }
  const TreeNode* providers = root->Find("provider_options");
  return providers != nullptr && root->Find("model") == nullptr;
}

void CheckSession(const ConfigFile& file, const TreeNode& options, const CheckedModel& model,
                  Findings& findings) {
  if (options.is_list()) {
    for (const TreeNode& item : options.items) CheckSession(file, item, model, findings);
  }
  bool has_profile = false;
  for (const TreeNode::Member& member : options.members) {
    const std::string& key = member.key.text;
    if (IsOneOf(key, kByName)) {
      CheckNamedDims(model, DimNaming::kName, DimsOf(file, member.value, findings), findings);
    } else if (IsOneOf(key, kByDenotation)) {
      CheckNamedDims(model, DimNaming::kDenotation, DimsOf(file, member.value, findings), findings);
    } else if (IsOneOf(key, kProviderLists)) {
      CheckProviders(file, member.value, findings);
      CheckSession(file, member.value, model, findings);
    } else if (IsOneOf(key, kProfileKeys)) {
      has_profile = true;
    } else if (key == "graphOptimizationLevel" && !IsOneOf(member.value.text, kLevels)) {
      findings.Add(CheckCode::kWrongValue, PlaceOf(file, member.value),
                   absl::StrCat(key, " is \"", member.value.text, "\""),
                   absl::StrCat("there are ", absl::StrJoin(kLevels, ", ")));
    } else if (member.value.is_map() || member.value.is_list()) {
      CheckSession(file, member.value, model, findings);
    } else if (!IsOneOf(key, kOptions) && file.root() == &options) {
      const std::string mend = MendOf(key, kOptions);
      if (mend.empty()) continue;
      findings.Add(CheckCode::kUnknownField, PlaceOf(file, member.key),
                   absl::StrCat("there is an option \"", key, "\""),
                   "onnxruntime has none of this name", mend);
    }
  }
  if (has_profile) CheckTrtOptions(file, options, model, findings);
}

void CheckSessionOptions(const ConfigFile& file, const CheckContext& context, Findings& findings) {
  const TreeNode& root = *file.root();
  std::string named = root.TextOf("model");
  if (named.empty()) named = root.TextOf("model_path");
  const TreeNode* const node =
      root.Find("model") != nullptr ? root.Find("model") : root.Find("model_path");
  const CheckedModel* model =
      named.empty() || !context.model.empty()
          ? GetModelBeside(context, file, findings)
          : GetModel(context, file.Beside(named), PlaceOf(file, *node), findings);
  if (model != nullptr) CheckSession(file, root, *model, findings);
}

std::string WriteSessionOptions(const CheckedModel& model) {
  JsonObject overrides;
  for (const NamedDim& dim : FittingDims(model)) overrides.Json(dim.name, absl::StrCat(dim.size));
  return JsonObject().Json("freeDimensionOverrides", overrides.Take()).Take() + "\n";
}

}  // namespace shapewright::cli
