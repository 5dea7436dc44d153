#include "client/cpp/cli/check/mlserver/check_metadata.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/cpp/cli/check/base/check_ports.h"
#include "core/base/nearest_name.h"
#include "core/shape/kserve_datatype.h"

namespace shapewright::cli {
namespace {

Claim TensorClaim(const ConfigFile& file, const TreeNode& tensor, Findings& findings) {
  Claim claim;
  claim.name = tensor.TextOf("name");
  const TreeNode* name = tensor.Find("name");
  claim.name_place = PlaceOf(file, name == nullptr ? tensor : *name);
  if (const TreeNode* type = tensor.Find("datatype"); type != nullptr) {
    claim.element = static_cast<v1::ElementType>(
        shape::KserveDatatypeNamed(type->text).value_or(shape::ElementType::kUndefined));
    claim.type_text = type->text;
    claim.type_place = PlaceOf(file, *type);
    if (claim.element == v1::ELEMENT_TYPE_UNSPECIFIED && !type->text.empty()) {
      NearestName nearest(type->text);
      for (const absl::string_view known : shape::KserveDatatypes()) nearest.Consider(known);
      findings.Add(CheckCode::kWrongValue, claim.type_place,
                   absl::StrCat("\"", claim.name, "\" has the datatype ", type->text),
                   "the protocol has none of this name", nearest.Suggestion());
    }
  }
  const TreeNode* shape = tensor.Find("shape");
  if (shape == nullptr || !shape->is_list()) return claim;
  claim.has_dims = true;
  claim.dims_place = PlaceOf(file, *shape);
  for (const TreeNode& size : shape->items) {
    const std::optional<int64_t> value = size.Integer();
    if (!value.has_value() || *value < -1) {
      findings.Add(CheckCode::kWrongValue, PlaceOf(file, size),
                   absl::StrCat("\"", claim.name, "\" has the size ", size.text),
                   "a size is 0 or more, or -1 for any");
    }
    claim.dims.push_back(value.value_or(-1));
    claim.dim_places.push_back(PlaceOf(file, size));
  }
  return claim;
}

std::vector<Claim> ClaimsIn(const ConfigFile& file, absl::string_view key, Findings& findings) {
  std::vector<Claim> claims;
  const TreeNode* list = file.root()->Find(key);
  if (list == nullptr) return claims;
  for (const TreeNode& tensor : list->items) claims.push_back(TensorClaim(file, tensor, findings));
  return claims;
}

// As JSON.
std::string QuotedType(v1::ElementType type) {
  const absl::string_view name = shape::KserveDatatype(static_cast<shape::ElementType>(type));
  return name.empty() ? "" : absl::StrCat("\"", name, "\"");
}

void CheckTensorLists(const ConfigFile& file, const CheckedModel& model, bool needs_all,
                      Findings& findings) {
  const size_t before = findings.all().size();
  const std::vector<Claim> inputs = ClaimsIn(file, "inputs", findings);
  const std::vector<Claim> outputs = ClaimsIn(file, "outputs", findings);
  if (findings.all().size() > before) return;
  const PortRules rules{QuotedType, false};
  CheckPorts(model, PortSide::kInput, inputs, rules, findings);
  CheckPorts(model, PortSide::kOutput, outputs, rules, findings);
  const TreeNode* list = file.root()->Find("inputs");
  if (needs_all || !inputs.empty()) {
    CheckAllInputs(model, inputs, {}, list == nullptr ? ConfigPlace() : PlaceOf(file, *list),
                   findings);
  }
  if (findings.all().size() == before) CheckSizes(model, inputs, outputs, findings);
}

// Batches of MLServer go along the first axis.
void CheckBatchSize(const ConfigFile& file, const CheckedModel& model, Findings& findings) {
  const TreeNode* most = file.root()->Find("max_batch_size");
  if (most == nullptr) return;
  const int64_t batch = most->Integer().value_or(0);
  const ConfigPlace place = PlaceOf(file, *most);
  if (batch < 0) {
    findings.Add(CheckCode::kWrongValue, place, absl::StrCat("max_batch_size is ", most->text),
                 "it has to be 0 or more");
  }
  if (batch <= 1) return;
  const std::optional<CheckedModel::BatchFault> fault = model.FaultOfBatch(batch);
  if (!fault.has_value()) return;
  if (fault->fixed == nullptr) {
    findings.Add(CheckCode::kBatchTooLarge, place, absl::StrCat("there may be batches of ", batch),
                 fault->failure);
    return;
  }
  const Port& port = *fault->fixed;
  const std::string why = port.dims.empty() ? "" : model.WhyFixed(port, 0);
  findings.Add(
      CheckCode::kNoBatchAxis, place, absl::StrCat("max_batch_size is ", batch),
      absl::StrCat("input \"", port.name, "\" is ", port.Text(), why.empty() ? "" : ": ", why),
      "export the model with an open batch, or write 0");
}

}  // namespace

bool IsMlServer(const ConfigFile& file) {
  return file.root() != nullptr && file.name() == "model-settings.json";
}

void CheckMlServer(const ConfigFile& file, const CheckContext& context, Findings& findings) {
  const TreeNode* uri = file.root()->FindPath({"parameters", "uri"});
  const CheckedModel* model = nullptr;
  if (uri != nullptr && context.model.empty()) {
    if (absl::StrContains(uri->text, "://")) return;
    const std::string path = file.Beside(uri->text);
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) {
      findings.Add(CheckCode::kNoModel, PlaceOf(file, *uri), absl::StrCat("the uri is ", uri->text),
                   "there is no such file");
      return;
    }
    if (!absl::EndsWith(path, ".onnx")) return;  // of another framework
    model = GetModel(context, path, PlaceOf(file, *uri), findings);
  } else {
    model = GetModelBeside(context, file, findings);
  }
  if (model == nullptr) return;
  CheckTensorLists(file, *model, false, findings);
  CheckBatchSize(file, *model, findings);
}

bool IsMetadata(const ConfigFile& file) {
  if (file.root() == nullptr || IsMlServer(file)) return false;
  for (const absl::string_view key : {"inputs", "outputs"}) {
    const TreeNode* list = file.root()->Find(key);
    if (list == nullptr || list->items.empty()) return false;
    for (const TreeNode& tensor : list->items) {
      if (tensor.Find("name") == nullptr || tensor.Find("datatype") == nullptr) return false;
      if (tensor.Find("data") != nullptr) return false;  // a request
    }
  }
  return true;
}

void CheckMetadata(const ConfigFile& file, const CheckContext& context, Findings& findings) {
  const CheckedModel* model = GetModelBeside(context, file, findings);
  if (model != nullptr) CheckTensorLists(file, *model, true, findings);
}

}  // namespace shapewright::cli
