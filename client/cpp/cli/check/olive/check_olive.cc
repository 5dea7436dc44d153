#include "client/cpp/cli/check/olive/check_olive.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cpp/cli/check/base/check_ports.h"
#include "client/cpp/cli/check/base/named_dims.h"
#include "core/base/nearest_name.h"
#include "page/json_text.h"

namespace shapewright::cli {
namespace {

constexpr absl::string_view kPass = "DynamicToFixedShape";

// A member of a part of a workflow: older ones have it within `config`.
const TreeNode* Member(const TreeNode& part, absl::string_view key) {
  const TreeNode* found = part.Find(key);
  return found != nullptr ? found : part.FindPath({"config", key});
}

bool IsFixing(const TreeNode& pass) {
  return pass.TextOf("type") == kPass ||
         (pass.is_map() &&
          (Member(pass, "dim_param") != nullptr || Member(pass, "input_shape") != nullptr));
}

void CheckDims(const ConfigFile& file, const TreeNode& names, const TreeNode* sizes,
               const CheckedModel& model, Findings& findings) {
  const size_t count = sizes == nullptr ? 0 : sizes->items.size();
  if (names.items.size() != count) {
    findings.Add(CheckCode::kWrongValue, PlaceOf(file, sizes == nullptr ? names : *sizes),
                 absl::StrCat("dim_param has ", names.items.size(), " names"),
                 absl::StrCat("dim_value has ", count, " numbers"), "give one for each");
    return;
  }
  std::vector<NamedDim> dims;
  for (size_t i = 0; i < count; ++i) {
    const TreeNode& value = sizes->items[i];
    dims.push_back({names.items[i].text, PlaceOf(file, names.items[i]), value.Integer().value_or(0),
                    PlaceOf(file, value)});
  }
  CheckNamedDims(model, DimNaming::kName, dims, findings);
}

void CheckShapes(const ConfigFile& file, const TreeNode& names, const TreeNode* shapes,
                 const CheckedModel& model, Findings& findings) {
  const size_t count = shapes == nullptr ? 0 : shapes->items.size();
  if (names.items.size() != count) {
    findings.Add(CheckCode::kWrongValue, PlaceOf(file, shapes == nullptr ? names : *shapes),
                 absl::StrCat("input_name has ", names.items.size(), " names"),
                 absl::StrCat("input_shape has ", count, " shapes"), "give one for each");
    return;
  }
  std::vector<Claim> claims;
  for (size_t i = 0; i < count; ++i) {
    Claim& claim = claims.emplace_back();
    claim.name = names.items[i].text;
    claim.name_place = PlaceOf(file, names.items[i]);
    claim.has_dims = true;
    claim.dims_place = PlaceOf(file, shapes->items[i]);
    for (const TreeNode& size : shapes->items[i].items) {
      claim.dims.push_back(size.Integer().value_or(0));
      claim.dim_places.push_back(PlaceOf(file, size));
      if (claim.dims.back() > 0) continue;
      findings.Add(CheckCode::kWrongValue, PlaceOf(file, size),
                   absl::StrCat("a size of \"", claim.name, "\" is ", size.text),
                   "a fixed size is 1 or more");
      return;
    }
  }
  const size_t before = findings.all().size();
  const PortRules rules{[](v1::ElementType) { return std::string(); }, false};
  CheckPorts(model, PortSide::kInput, claims, rules, findings);
  if (findings.all().size() == before) CheckSizes(model, claims, {}, findings);
}

void CheckPass(const ConfigFile& file, const TreeNode& pass, const CheckedModel& model,
               Findings& findings) {
  const TreeNode* dims = Member(pass, "dim_param");
  const TreeNode* names = Member(pass, "input_name");
  if (dims != nullptr && names != nullptr) {
    findings.Add(CheckCode::kWrongValue, PlaceOf(file, *dims), "there are dim_param and input_name",
                 "the pass takes one of them", "remove dim_param or input_name");
    return;
  }
  if (dims != nullptr) CheckDims(file, *dims, Member(pass, "dim_value"), model, findings);
  if (names != nullptr) CheckShapes(file, *names, Member(pass, "input_shape"), model, findings);
}

// Passes by name, each one or a list.
std::vector<const TreeNode*> FixingPasses(const TreeNode& root) {
  std::vector<const TreeNode*> found;
  const TreeNode* passes = root.Find("passes");
  if (passes == nullptr) return found;
  for (const TreeNode::Member& member : passes->members) {
    if (IsFixing(member.value)) found.push_back(&member.value);
    for (const TreeNode& item : member.value.items) {
      if (IsFixing(item)) found.push_back(&item);
    }
  }
  return found;
}

}  // namespace

bool IsOlive(const ConfigFile& file) {
  const TreeNode* root = file.root();
  if (root == nullptr || root->Find("passes") == nullptr) return false;
  return root->Find("input_model") != nullptr || !FixingPasses(*root).empty();
}

void CheckOlive(const ConfigFile& file, const CheckContext& context, Findings& findings) {
  const TreeNode& root = *file.root();
  const std::vector<const TreeNode*> passes = FixingPasses(root);
  const TreeNode* input = root.Find("input_model");
  const TreeNode* path = input == nullptr ? nullptr : Member(*input, "model_path");
  for (const TreeNode::Member& member : root.Find("passes")->members) {
    const std::string type = member.value.TextOf("type");
    NearestName nearest(type);
    nearest.Consider(kPass);
    if (type.empty() || type == kPass || nearest.found().empty()) continue;
    findings.Add(CheckCode::kWrongValue, PlaceOf(file, *member.value.Find("type")),
                 absl::StrCat("there is a pass ", type), "Olive has none of this name",
                 nearest.Suggestion());
  }
  if (passes.empty()) return;
  // A model of a hub is not here.
  const bool is_onnx = path != nullptr && path->text.size() > 5 &&
                       path->text.substr(path->text.size() - 5) == ".onnx";
  if (path != nullptr && !is_onnx && context.model.empty()) return;
  const CheckedModel* model =
      path == nullptr || !context.model.empty()
          ? GetModelBeside(context, file, findings)
          : GetModel(context, file.Beside(path->text), PlaceOf(file, *path), findings);
  if (model == nullptr) return;
  for (const TreeNode* pass : passes) CheckPass(file, *pass, *model, findings);
}

std::string WriteOlive(const CheckedModel& model) {
  std::vector<std::string> names;
  std::vector<std::string> sizes;
  for (const NamedDim& dim : FittingDims(model)) {
    names.push_back(JsonString(dim.name));
    sizes.push_back(absl::StrCat(dim.size));
  }
  JsonObject pass;
  pass.Text("type", kPass);
  pass.Json("dim_param", absl::StrCat("[", absl::StrJoin(names, ", "), "]"));
  pass.Json("dim_value", absl::StrCat("[", absl::StrJoin(sizes, ", "), "]"));
  JsonObject input;
  input.Text("type", "OnnxModel");
  input.Text("model_path", ConfigFile{model.path(), "", {}}.name());
  return JsonObject()
             .Json("input_model", input.Take())
             .Json("passes", JsonObject().Json("fix_shapes", pass.Take()).Take())
             .Take() +
         "\n";
}

}  // namespace shapewright::cli
