#include "client/cpp/cli/check/ovms/check_ovms.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "client/cpp/cli/check/base/check_ports.h"
#include "core/base/nearest_name.h"
#include "page/json_text.h"

namespace shapewright::cli {
namespace {

namespace fs = std::filesystem;

constexpr absl::string_view kKeys[] = {"name",
                                       "base_path",
                                       "shape",
                                       "batch_size",
                                       "layout",
                                       "model_version_policy",
                                       "nireq",
                                       "target_device",
                                       "plugin_config",
                                       "stateful",
                                       "idle_sequence_cleanup",
                                       "low_latency_transformation",
                                       "max_sequence_number",
                                       "custom_loader_options",
                                       "allow_cache",
                                       "precision",
                                       "mean",
                                       "scale",
                                       "color_format",
                                       "resize"};

// A size, or a range of them: `3`, `-1`, `10:50`.
struct SizeRange {
  int64_t least = -1;
  int64_t most = -1;
};

// `(1,3,10:50,-1)` or `[1,3]`; nothing if it is no shape.
std::optional<std::vector<SizeRange>> ParseShape(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  if (text.size() < 2 || (text.front() != '(' && text.front() != '[')) return std::nullopt;
  std::vector<SizeRange> sizes;
  for (absl::string_view part :
       absl::StrSplit(text.substr(1, text.size() - 2), ',', absl::SkipWhitespace())) {
    part = absl::StripAsciiWhitespace(part);
    const std::vector<absl::string_view> ends = absl::StrSplit(part, ':');
    SizeRange size;
    if (!absl::SimpleAtoi(ends[0], &size.least) || ends.size() > 2) return std::nullopt;
    size.most = size.least;
    if (ends.size() == 2 && !absl::SimpleAtoi(ends[1], &size.most)) return std::nullopt;
    sizes.push_back(size);
  }
  return sizes;
}

class ModelEntryCheck {
 public:
  ModelEntryCheck(const ConfigFile& file, const TreeNode& config, const CheckContext& context,
                  Findings& findings)
      : file_(file), config_(config), context_(context), findings_(findings) {}

  void Run() {
    CheckKeys();
    const TreeNode* path = config_.Find("base_path");
    const TreeNode* const name = config_.Find("name");
    const ConfigPlace place = PlaceOf(file_, path == nullptr ? config_ : *path);
    if (name == nullptr) {
      findings_.Add(CheckCode::kWrongValue, place, "a model has no name");
      return;
    }
    // A graph of MediaPipe may leave it out: then it is the folder of its name.
    const bool is_named = path != nullptr;
    if (!is_named) path = name;
    std::string folder = FindFolder(path->text);
    std::error_code ignored;
    if (!folder.empty() && fs::exists(fs::path(folder) / "graph.pbtxt", ignored)) return;
    if (!is_named) {
      findings_.Add(CheckCode::kWrongValue, place, "a model has no base_path",
                    absl::StrCat("there is no graph in ", path->text));
      return;
    }
    if (folder.empty()) {
      // What lies in a store is not here.
      if (absl::StrContains(path->text, "://")) return;
      findings_.Add(CheckCode::kNoModel, place, absl::StrCat("base_path is ", path->text),
                    "there is no such folder beside the configuration");
      return;
    }
    const std::vector<int64_t> versions = VersionsIn(folder);
    if (versions.empty()) {
      findings_.Add(CheckCode::kNoSuchVersion, place, absl::StrCat("base_path is ", path->text),
                    "there is no folder with a number for a name in it");
      return;
    }
    CheckPolicy(versions);
    const CheckedModel* model = FindModel(absl::StrCat(folder, "/", versions.back()), place);
    if (model == nullptr) return;
    CheckShapes(*model);
    CheckBatch(*model);
    CheckLayouts(*model);
  }

 private:
  void CheckKeys();
  std::string FindFolder(const std::string& path) const;
  static std::vector<int64_t> VersionsIn(const std::string& folder);
  void CheckPolicy(const std::vector<int64_t>& versions);
  const CheckedModel* FindModel(const std::string& folder, const ConfigPlace& place);
  void CheckShapes(const CheckedModel& model);
  void CheckShape(const CheckedModel& model, const std::string& input, const TreeNode& value,
                  std::vector<SizesOfInput>* least, std::vector<SizesOfInput>* most);
  void CheckSizesOf(const CheckedModel& model, const std::vector<SizesOfInput>& sizes,
                    const ConfigPlace& place);
  void CheckBatch(const CheckedModel& model);
  void CheckLayouts(const CheckedModel& model);
  void CheckLayout(const Port& port, const TreeNode& value);
  const Port* InputOf(const CheckedModel& model, const TreeNode& name);
  // The only input, for a text that names none.
  const Port* OnlyInput(const CheckedModel& model, const TreeNode& value, absl::string_view key);

  const ConfigFile& file_;
  const TreeNode& config_;
  const CheckContext& context_;
  Findings& findings_;
};

void ModelEntryCheck::CheckKeys() {
  for (const TreeNode::Member& member : config_.members) {
    const std::string& key = member.key.text;
    if (std::find(std::begin(kKeys), std::end(kKeys), key) != std::end(kKeys)) continue;
    NearestName nearest(key);
    for (const absl::string_view known : kKeys) nearest.Consider(known);
    findings_.Add(CheckCode::kUnknownField, PlaceOf(file_, member.key),
                  absl::StrCat("there is a field ", key),
                  "the server's documentation has none here", nearest.Suggestion());
  }
}

// A path of a container is looked for beside the configuration, by its last parts.
std::string ModelEntryCheck::FindFolder(const std::string& path) const {
  std::error_code ignored;
  std::vector<absl::string_view> parts = absl::StrSplit(path, '/', absl::SkipEmpty());
  if (!absl::StartsWith(path, "/") && fs::is_directory(file_.Beside(path), ignored)) {
    return file_.Beside(path);
  }
  while (!parts.empty()) {
    std::string candidate = file_.Beside(absl::StrJoin(parts, "/"));
    if (fs::is_directory(candidate, ignored)) return candidate;
    parts.erase(parts.begin());
  }
  return "";
}

std::vector<int64_t> ModelEntryCheck::VersionsIn(const std::string& folder) {
  std::vector<int64_t> versions;
  std::error_code error;
  for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    int64_t version = 0;
    if (absl::SimpleAtoi(at->path().filename().string(), &version) && version > 0) {
      versions.push_back(version);
    }
  }
  std::sort(versions.begin(), versions.end());
  return versions;
}

void ModelEntryCheck::CheckPolicy(const std::vector<int64_t>& versions) {
  const TreeNode* specific = config_.FindPath({"model_version_policy", "specific", "versions"});
  if (specific == nullptr) return;
  for (const TreeNode& item : specific->items) {
    if (std::binary_search(versions.begin(), versions.end(), item.Integer().value_or(0))) continue;
    findings_.Add(CheckCode::kNoSuchVersion, PlaceOf(file_, item),
                  absl::StrCat("version ", item.text, " is to be loaded"),
                  absl::StrCat("there are ", absl::StrJoin(versions, ", ")));
  }
}

const CheckedModel* ModelEntryCheck::FindModel(const std::string& folder,
                                               const ConfigPlace& place) {
  std::vector<std::string> models;
  bool has_other = false;
  std::error_code error;
  for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    const std::string extension = at->path().extension();
    if (extension == ".onnx") models.push_back(at->path());
    has_other = has_other || extension == ".xml" || extension == ".pdmodel" || extension == ".pb" ||
                extension == ".tflite" || extension == ".blob";
  }
  if (models.size() == 1) return GetModel(context_, models[0], place, findings_);
  if (models.empty() && has_other) return nullptr;
  findings_.Add(CheckCode::kNoModel, place, absl::StrCat("the version folder is ", folder),
                absl::StrCat("there are ", models.size(), " *.onnx in it"), "put one model there");
  return nullptr;
}

const Port* ModelEntryCheck::InputOf(const CheckedModel& model, const TreeNode& name) {
  const Port* port = model.FindInput(name.text);
  if (port != nullptr) return port;
  findings_.Add(CheckCode::kNoSuchInput, PlaceOf(file_, name),
                absl::StrCat("there is an input \"", name.text, "\""),
                "the model has none of this name", MendOfName(name.text, model.inputs()));
  return nullptr;
}

const Port* ModelEntryCheck::OnlyInput(const CheckedModel& model, const TreeNode& value,
                                       absl::string_view key) {
  if (model.inputs().size() == 1) return &model.inputs()[0];
  findings_.Add(CheckCode::kWrongValue, PlaceOf(file_, value),
                absl::StrCat(key, " is ", value.text, " for all inputs"),
                absl::StrCat("the model has ", model.inputs().size(), " inputs"),
                "give it by the names of the inputs");
  return nullptr;
}

void ModelEntryCheck::CheckShape(const CheckedModel& model, const std::string& input,
                                 const TreeNode& value, std::vector<SizesOfInput>* least,
                                 std::vector<SizesOfInput>* most) {
  if (value.text == "auto") return;
  const ConfigPlace place = PlaceOf(file_, value);
  const std::optional<std::vector<SizeRange>> sizes = ParseShape(value.text);
  const std::string says = absl::StrCat("the shape of \"", input, "\" is ", value.text);
  if (!sizes.has_value()) {
    findings_.Add(CheckCode::kWrongValue, place, says, "that is no shape such as (1,3,224,224)");
    return;
  }
  const Port* port = model.FindInput(input);
  if (port->has_rank && port->dims.size() != sizes->size()) {
    findings_.Add(CheckCode::kWrongRank, place, says,
                  absl::StrCat("the model has ", port->dims.size(), " axes: ", port->Text()));
    return;
  }
  SizesOfInput& low = least->emplace_back(SizesOfInput{input, {}});
  SizesOfInput& high = most->emplace_back(SizesOfInput{input, {}});
  for (const SizeRange& size : *sizes) {
    if (size.least > size.most) {
      findings_.Add(CheckCode::kWrongOrder, place, says,
                    absl::StrCat(size.least, " is more than ", size.most));
      return;
    }
    low.sizes.push_back(size.least);
    high.sizes.push_back(size.most);
  }
}

// The server reshapes the model: what it declares does not matter, but what its nodes need.
void ModelEntryCheck::CheckSizesOf(const CheckedModel& model,
                                   const std::vector<SizesOfInput>& sizes,
                                   const ConfigPlace& place) {
  std::vector<std::string> texts;
  for (const SizesOfInput& input : sizes) {
    texts.push_back(absl::StrCat(input.name, "=", DimsText(input.sizes)));
  }
  const absl::StatusOr<std::string> error = model.ErrorWithSizes(sizes);
  if (!error.ok() || error->empty()) return;
  findings_.Add(CheckCode::kInvalidSizes, place,
                absl::StrCat("the model is reshaped to ", absl::StrJoin(texts, ", ")),
                absl::StrCat("it fails: ", *error));
}

void ModelEntryCheck::CheckShapes(const CheckedModel& model) {
  const TreeNode* shape = config_.Find("shape");
  if (shape == nullptr) return;
  const size_t before = findings_.all().size();
  std::vector<SizesOfInput> least;
  std::vector<SizesOfInput> most;
  if (shape->is_scalar()) {
    if (shape->text == "auto") return;
    // It may be an object within a string.
    const ParsedTree inner = ParseTree(shape->text);
    const bool is_object = !inner.documents.empty() && inner.documents[0].is_map();
    if (is_object) {
      for (TreeNode::Member member : inner.documents[0].members) {
        member.key.line = shape->line;
        member.value.line = shape->line;
        member.key.offset = member.value.offset = file_.text.size();
        if (InputOf(model, member.key) == nullptr) return;
        CheckShape(model, member.key.text, member.value, &least, &most);
      }
    } else {
      const Port* port = OnlyInput(model, *shape, "shape");
      if (port == nullptr) return;
      CheckShape(model, port->name, *shape, &least, &most);
    }
  }
  for (const TreeNode::Member& member : shape->members) {
    if (InputOf(model, member.key) == nullptr) return;
    CheckShape(model, member.key.text, member.value, &least, &most);
  }
  if (findings_.all().size() > before) return;
  CheckSizesOf(model, least, PlaceOf(file_, *shape));
  if (findings_.all().size() == before) CheckSizesOf(model, most, PlaceOf(file_, *shape));
}

void ModelEntryCheck::CheckBatch(const CheckedModel& model) {
  const TreeNode* batch = config_.Find("batch_size");
  if (batch == nullptr || batch->text == "auto" || config_.Find("shape") != nullptr) return;
  const ConfigPlace place = PlaceOf(file_, *batch);
  const std::vector<std::string> ends = absl::StrSplit(batch->text, ':');
  for (const std::string& end : ends) {
    int64_t size = 0;
    if (!absl::SimpleAtoi(end, &size) || size == 0 || size < -1) {
      findings_.Add(CheckCode::kWrongValue, place, absl::StrCat("batch_size is ", batch->text),
                    "it is a number, a range such as 1:8, -1 or auto");
      return;
    }
    if (size < 0) continue;
    std::vector<SizesOfInput> sizes;
    for (const Port& port : model.inputs()) {
      if (port.is_optional || !port.has_rank) continue;
      if (port.dims.empty()) {
        findings_.Add(CheckCode::kNoBatchAxis, place, absl::StrCat("batch_size is ", batch->text),
                      absl::StrCat("input \"", port.name, "\" has no axes"));
        return;
      }
      SizesOfInput& input = sizes.emplace_back(SizesOfInput{port.name, {}});
      for (const PortDim& dim : port.dims) input.sizes.push_back(dim.declared.value_or(-1));
      input.sizes[0] = size;
    }
    const size_t before = findings_.all().size();
    CheckSizesOf(model, sizes, place);
    if (findings_.all().size() > before) return;
  }
}

void ModelEntryCheck::CheckLayout(const Port& port, const TreeNode& value) {
  const ConfigPlace place = PlaceOf(file_, value);
  const std::string says = absl::StrCat("the layout of \"", port.name, "\" is ", value.text);
  const std::vector<std::string> layouts = absl::StrSplit(value.text, ':');
  std::vector<std::string> sorted;
  for (const std::string& layout : layouts) {
    const bool is_open = absl::StrContains(layout, "...");
    const std::string letters(absl::StripSuffix(absl::StripPrefix(layout, "..."), "..."));
    const bool is_good = std::all_of(letters.begin(), letters.end(), [](unsigned char c) {
      return absl::ascii_isupper(c) || c == '?' || c == '.';
    });
    if (!is_good || layouts.size() > 2 || letters.empty()) {
      findings_.Add(CheckCode::kWrongLayout, place, says,
                    "that is no layout such as NCHW or NHWC:NCHW");
      return;
    }
    if (!is_open && port.has_rank && letters.size() != port.dims.size()) {
      findings_.Add(CheckCode::kWrongLayout, place, says,
                    absl::StrCat("the model has ", port.dims.size(), " axes: ", port.Text()));
      return;
    }
    const std::set<char> unique(letters.begin(), letters.end());
    if (unique.size() != letters.size() && !absl::StrContains(letters, "?")) {
      findings_.Add(CheckCode::kWrongLayout, place, says, "a letter is there twice");
      return;
    }
    std::string& order = sorted.emplace_back(letters);
    std::sort(order.begin(), order.end());
  }
  if (sorted.size() != 2 || sorted[0] == sorted[1] || absl::StrContains(value.text, ".")) return;
  findings_.Add(CheckCode::kWrongLayout, place, says, "its two parts do not have the same axes");
}

void ModelEntryCheck::CheckLayouts(const CheckedModel& model) {
  const TreeNode* layout = config_.Find("layout");
  if (layout == nullptr) return;
  if (layout->is_scalar()) {
    const Port* port = OnlyInput(model, *layout, "layout");
    if (port != nullptr) CheckLayout(*port, *layout);
  }
  for (const TreeNode::Member& member : layout->members) {
    const Port* output = model.FindOutput(member.key.text);
    const Port* port = output != nullptr ? output : InputOf(model, member.key);
    if (port != nullptr) CheckLayout(*port, member.value);
  }
}

void CheckMapped(const ConfigFile& file, const CheckedModel& model, PortSide side,
                 Findings& findings) {
  const bool is_input = side == PortSide::kInput;
  const TreeNode* names = file.root()->Find(is_input ? "inputs" : "outputs");
  if (names == nullptr) return;
  std::set<std::string> mapped;
  for (const TreeNode::Member& member : names->members) {
    const bool is_there = is_input ? model.FindInput(member.key.text) != nullptr
                                   : model.FindOutput(member.key.text) != nullptr;
    if (!is_there) {
      findings.Add(
          is_input ? CheckCode::kNoSuchInput : CheckCode::kNoSuchOutput, PlaceOf(file, member.key),
          absl::StrCat("\"", member.key.text, "\" gets the name \"", member.value.text, "\""),
          absl::StrCat("the model has no such ", is_input ? "input" : "output"),
          MendOfName(member.key.text, is_input ? model.inputs() : model.outputs()));
    }
    if (mapped.insert(member.value.text).second) continue;
    findings.Add(
        CheckCode::kProducedTwice, PlaceOf(file, member.value),
        absl::StrCat("\"", member.key.text, "\" gets the name \"", member.value.text, "\""),
        "another one has it already");
  }
}

}  // namespace

bool IsOvms(const ConfigFile& file) {
  return file.root() != nullptr && file.root()->Find("model_config_list") != nullptr;
}

void CheckOvms(const ConfigFile& file, const CheckContext& context, Findings& findings) {
  std::set<std::string> names;
  for (const TreeNode& item : file.root()->Find("model_config_list")->items) {
    const TreeNode* config = item.Find("config");
    if (config == nullptr) {
      findings.Add(CheckCode::kWrongValue, PlaceOf(file, item), "a model has no \"config\"");
      continue;
    }
    const TreeNode* name = config->Find("name");
    if (name != nullptr && !names.insert(name->text).second) {
      findings.Add(CheckCode::kProducedTwice, PlaceOf(file, *name),
                   absl::StrCat("there are two models \"", name->text, "\""));
    }
    ModelEntryCheck(file, *config, context, findings).Run();
  }
}

bool IsOvmsMapping(const ConfigFile& file) {
  return file.root() != nullptr && file.name() == "mapping_config.json";
}

void CheckOvmsMapping(const ConfigFile& file, const CheckContext& context, Findings& findings) {
  const CheckedModel* model = GetModelBeside(context, file, findings);
  if (model == nullptr) return;
  CheckMapped(file, *model, PortSide::kInput, findings);
  CheckMapped(file, *model, PortSide::kOutput, findings);
}

std::string WriteOvms(const CheckedModel& model) {
  const std::string stem = fs::path(model.path()).stem();
  JsonObject shape;
  for (const Port& port : model.inputs()) {
    std::vector<std::string> sizes;
    for (const PortDim& dim : port.dims) sizes.push_back(absl::StrCat(dim.size.value_or(-1)));
    shape.Text(port.name, absl::StrCat("(", absl::StrJoin(sizes, ","), ")"));
  }
  JsonObject config;
  config.Text("name", stem).Text("base_path", absl::StrCat("/models/", stem));
  config.Json("shape", shape.Take());
  const std::string entry = JsonObject().Json("config", config.Take()).Take();
  return JsonObject().Json("model_config_list", absl::StrCat("[", entry, "]")).Take() + "\n";
}

}  // namespace shapewright::cli
