#include "client/cpp/cli/check/kserve/check_kserve.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/base/nearest_name.h"

namespace shapewright::cli {
namespace {

constexpr absl::string_view kModelFormats[] = {"onnx",        "sklearn",    "xgboost", "lightgbm",
                                               "pytorch",     "tensorflow", "triton",  "tensorrt",
                                               "huggingface", "mlflow",     "paddle",  "pmml",
                                               "openvino_ir", "keras",      "mlserver"};
constexpr absl::string_view kProtocols[] = {"v1", "v2", "grpc-v1", "grpc-v2"};

bool IsService(const TreeNode& document) {
  return document.TextOf("kind") == "InferenceService" && document.Find("spec") != nullptr;
}

template <size_t size>
void CheckOneOf(const ConfigFile& file, const TreeNode* value, absl::string_view what,
                const absl::string_view (&known)[size], bool only_near, Findings& findings) {
  if (value == nullptr || !value->is_scalar()) return;
  NearestName nearest(value->text);
  for (const absl::string_view name : known) {
    if (name == value->text) return;
    nearest.Consider(name);
  }
  if (only_near && nearest.found().empty()) return;
  findings.Add(CheckCode::kWrongValue, PlaceOf(file, *value),
               absl::StrCat(what, " is \"", value->text, "\""), "KServe has none of this name",
               nearest.Suggestion("\""));
}

// The batcher puts requests together along the first axis.
void CheckBatcher(const ConfigFile& file, const TreeNode& batcher, const CheckedModel& model,
                  Findings& findings) {
  const TreeNode* most = batcher.Find("maxBatchSize");
  if (most == nullptr) return;
  const int64_t batch = most->Integer().value_or(0);
  const ConfigPlace place = PlaceOf(file, *most);
  const std::string says = absl::StrCat("maxBatchSize is ", most->text);
  if (batch <= 0) {
    findings.Add(CheckCode::kWrongValue, place, says, "it has to be 1 or more");
    return;
  }
  const std::optional<CheckedModel::BatchFault> fault = model.FaultOfBatch(batch);
  if (!fault.has_value()) return;
  if (fault->fixed == nullptr) {
    findings.Add(CheckCode::kBatchTooLarge, place, says, fault->failure);
    return;
  }
  findings.Add(CheckCode::kNoBatchAxis, place, says,
               absl::StrCat("input \"", fault->fixed->name, "\" is ", fault->fixed->Text()),
               "remove the batcher, or export the model with an open batch");
}

void CheckReplicas(const ConfigFile& file, const TreeNode& predictor, Findings& findings) {
  const TreeNode* least = predictor.Find("minReplicas");
  const TreeNode* most = predictor.Find("maxReplicas");
  if (least == nullptr || most == nullptr) return;
  const std::optional<int64_t> from = least->Integer();
  const std::optional<int64_t> to = most->Integer();
  if (!from.has_value() || !to.has_value() || *to == 0 || *from <= *to) return;
  findings.Add(CheckCode::kWrongOrder, PlaceOf(file, *most), absl::StrCat("maxReplicas is ", *to),
               absl::StrCat("minReplicas is ", *from));
}

// A file of this machine that a storageUri names; empty: it lies elsewhere.
std::string LocalPath(const ConfigFile& file, absl::string_view uri) {
  if (absl::ConsumePrefix(&uri, "file://")) return file.Beside(absl::StripPrefix(uri, "/"));
  return absl::StrContains(uri, "://") ? "" : file.Beside(uri);
}

void CheckService(const ConfigFile& file, const TreeNode& service, const CheckContext& context,
                  Findings& findings) {
  const TreeNode* predictor = service.FindPath({"spec", "predictor"});
  if (predictor == nullptr) {
    findings.Add(CheckCode::kWrongValue, PlaceOf(file, *service.FindKey("spec")),
                 "the service has no predictor");
    return;
  }
  CheckReplicas(file, *predictor, findings);
  const TreeNode* model = predictor->Find("model");
  const TreeNode* uri = nullptr;
  std::string format = "onnx";
  if (model != nullptr) {
    CheckOneOf(file, model->FindPath({"modelFormat", "name"}), "modelFormat", kModelFormats, true,
               findings);
    CheckOneOf(file, model->Find("protocolVersion"), "protocolVersion", kProtocols, false,
               findings);
    uri = model->Find("storageUri");
    const TreeNode* name = model->FindPath({"modelFormat", "name"});
    if (name != nullptr) format = name->text;
  } else if (const TreeNode* onnx = predictor->Find("onnx"); onnx != nullptr) {
    uri = onnx->Find("storageUri");
  } else {
    return;
  }
  if (format != "onnx" && context.model.empty()) return;
  const std::string path = !context.model.empty() ? context.model
                           : uri == nullptr       ? ""
                                                  : LocalPath(file, uri->text);
  if (!absl::EndsWith(path, ".onnx")) return;
  const CheckedModel* checked =
      GetModel(context, path, uri == nullptr ? ConfigPlace() : PlaceOf(file, *uri), findings);
  const TreeNode* batcher = predictor->Find("batcher");
  if (checked != nullptr && batcher != nullptr) CheckBatcher(file, *batcher, *checked, findings);
}

}  // namespace

bool IsKserve(const ConfigFile& file) {
  return std::any_of(file.tree.documents.begin(), file.tree.documents.end(), IsService);
}

void CheckKserve(const ConfigFile& file, const CheckContext& context, Findings& findings) {
  for (const TreeNode& document : file.tree.documents) {
    if (IsService(document)) CheckService(file, document, context, findings);
  }
}

}  // namespace shapewright::cli
