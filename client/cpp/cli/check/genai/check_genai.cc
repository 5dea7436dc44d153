#include "client/cpp/cli/check/genai/check_genai.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/types/span.h"
#include "client/cpp/cli/check/base/check_ports.h"
#include "client/cpp/cli/check/genai/genai_pipeline.h"
#include "client/cpp/cli/check/ort/check_session.h"

namespace shapewright::cli {
namespace {

constexpr int64_t kMostLayers = 4096;

// A name of the configuration with the number of a layer.
std::string OfLayer(absl::string_view pattern, int64_t layer) {
  return absl::StrReplaceAll(pattern, {{"%d", absl::StrCat(layer)}});
}

// The inputs and outputs of all models of a decoder. The models outlive it.
class DecoderPorts {
 public:
  explicit DecoderPorts(absl::Span<const CheckedModel* const> models) {
    for (const CheckedModel* model : models) {
      Add(model->inputs(), &inputs_, &inputs_by_name_);
      Add(model->outputs(), &outputs_, &outputs_by_name_);
    }
  }

  const std::vector<Port>& of(PortSide side) const {
    return side == PortSide::kInput ? inputs_ : outputs_;
  }
  // Null: there is none.
  const Port* Find(PortSide side, absl::string_view name) const {
    const auto& by_name = side == PortSide::kInput ? inputs_by_name_ : outputs_by_name_;
    const auto found = by_name.find(name);
    return found == by_name.end() ? nullptr : &of(side)[found->second];
  }

 private:
  using ByName = absl::flat_hash_map<std::string, size_t>;

  static void Add(const std::vector<Port>& ports, std::vector<Port>* all, ByName* by_name) {
    for (const Port& port : ports) {
      if (by_name->emplace(port.name, all->size()).second) all->push_back(port);
    }
  }

  std::vector<Port> inputs_;
  std::vector<Port> outputs_;
  ByName inputs_by_name_;
  ByName outputs_by_name_;
};

class GenaiCheck {
 public:
  // `model` is null where several models are the decoder: caches then have axes in any order.
  GenaiCheck(const ConfigFile& file, const DecoderPorts& ports, const CheckedModel* model,
             const TreeNode& decoder, Findings& findings)
      : file_(file), ports_(ports), model_(model), decoder_(decoder), findings_(findings) {}

  void Run() {
    const size_t before = findings_.all().size();
    CheckNames("inputs", PortSide::kInput);
    CheckNames("outputs", PortSide::kOutput);
    if (findings_.all().size() > before) return;
    if (model_ != nullptr) {
      CheckCovered();
      if (findings_.all().size() > before) return;
      CheckCache();
    }
    CheckVocabulary();
    if (findings_.all().size() > before || model_ == nullptr) return;
    CheckLengths();
    CheckSharedBuffer();
  }

 private:
  const Port* FindInput(absl::string_view name) const {
    return ports_.Find(PortSide::kInput, name);
  }
  const Port* FindOutput(absl::string_view name) const {
    return ports_.Find(PortSide::kOutput, name);
  }
  const TreeNode* Model(absl::string_view key) const {
    return file_.root()->FindPath({"model", key});
  }
  const TreeNode* Search(absl::string_view key) const {
    return file_.root()->FindPath({"search", key});
  }
  static int64_t Number(const TreeNode* node, int64_t fallback) {
    return node == nullptr ? fallback : node->Integer().value_or(fallback);
  }
  int64_t OfDecoder(absl::string_view key) const { return Number(decoder_.Find(key), 0); }
  // A name or pattern of the decoder, else what it is without one.
  std::string NameOf(absl::string_view list, absl::string_view key,
                     absl::string_view fallback) const {
    const TreeNode* names = decoder_.Find(list);
    const std::string text = names == nullptr ? "" : names->TextOf(key);
    return text.empty() ? std::string(fallback) : text;
  }
  std::string PastKeys() const {
    return NameOf("inputs", "past_key_names", "past_key_values.%d.key");
  }

  void CheckNames(absl::string_view list, PortSide side);
  void CheckLayers(const TreeNode& pattern, PortSide side);
  void TellNoPort(const TreeNode& name, const std::string& text, PortSide side);
  void CheckCovered();
  void CheckCache();
  void CheckCacheSize(absl::string_view key, const Port& past, size_t axis);
  void CheckVocabulary();
  void CheckLengths();
  void CheckSharedBuffer();
  std::optional<v1::Evaluation> EvaluateAt(int64_t sequence, int64_t past) const;

  const ConfigFile& file_;
  const DecoderPorts& ports_;
  const CheckedModel* const model_;
  const TreeNode& decoder_;
  Findings& findings_;
  // Inputs that the configuration names, and lines that name none of the model.
  std::set<std::string> covered_;
  std::vector<const TreeNode*> strangers_;
};

void GenaiCheck::TellNoPort(const TreeNode& name, const std::string& text, PortSide side) {
  const bool is_input = side == PortSide::kInput;
  findings_.Add(is_input ? CheckCode::kNoSuchInput : CheckCode::kNoSuchOutput, PlaceOf(file_, name),
                absl::StrCat("there is an ", is_input ? "input" : "output", " \"", text, "\""),
                "the model has none of this name", MendOfName(text, ports_.of(side)));
}

void GenaiCheck::CheckNames(absl::string_view list, PortSide side) {
  const TreeNode* names = decoder_.Find(list);
  if (names == nullptr) return;
  for (const TreeNode::Member& member : names->members) {
    if (!member.value.is_scalar()) continue;
    const std::string& name = member.value.text;
    if (absl::StrContains(name, "%d")) {
      CheckLayers(member.value, side);
      continue;
    }
    if (ports_.Find(side, name) != nullptr) {
      covered_.insert(name);
    } else if (side == PortSide::kInput && member.key.text != "input_ids") {
      strangers_.push_back(&member.value);  // the runtime leaves out what the model does not have
    } else {
      TellNoPort(member.value, name, side);
    }
  }
}

void GenaiCheck::CheckLayers(const TreeNode& pattern, PortSide side) {
  const auto has = [&](int64_t layer) {
    return ports_.Find(side, OfLayer(pattern.text, layer)) != nullptr;
  };
  int64_t layers = 0;
  while (layers < kMostLayers && has(layers)) {
    if (side == PortSide::kInput) covered_.insert(OfLayer(pattern.text, layers));
    ++layers;
  }
  const TreeNode* said = decoder_.Find("num_hidden_layers");
  if (layers == 0) {
    TellNoPort(pattern, OfLayer(pattern.text, 0), side);
  } else if (said != nullptr && said->Integer() != layers) {
    const bool is_told = std::any_of(
        findings_.all().begin(), findings_.all().end(),
        [](const CheckFinding& each) { return each.code == CheckCode::kCacheMismatch; });
    if (is_told) return;
    findings_.AddMended(CheckCode::kCacheMismatch, PlaceOf(file_, *said),
                        absl::StrCat("num_hidden_layers is ", said->text),
                        absl::StrCat("the model has ", layers, " of ", pattern.text),
                        absl::StrCat("write ", layers), absl::StrCat(layers));
  }
}

void GenaiCheck::CheckCovered() {
  for (const Port& port : model_->inputs()) {
    if (port.is_optional || covered_.contains(port.name)) continue;
    constexpr absl::string_view kDefaults[] = {"input_ids", "attention_mask", "position_ids"};
    if (std::find(std::begin(kDefaults), std::end(kDefaults), port.name) != std::end(kDefaults) &&
        strangers_.empty()) {
      continue;
    }
    const bool is_cache = absl::StrContains(port.name, "past");
    if (!strangers_.empty()) {
      TellNoPort(*strangers_[0], strangers_[0]->text, PortSide::kInput);
      return;
    }
    if (is_cache && decoder_.FindPath({"inputs", "past_key_names"}) == nullptr) continue;
    const TreeNode* inputs = decoder_.FindKey("inputs");
    findings_.Add(CheckCode::kMissingInput,
                  inputs == nullptr ? ConfigPlace() : PlaceOf(file_, *inputs),
                  "not all inputs are there",
                  absl::StrCat("the model needs \"", port.name, "\", ", port.Text()));
    return;
  }
}

// The caches are [batch, heads, length, elements of a head].
void GenaiCheck::CheckCache() {
  constexpr size_t kHeads = 1;
  constexpr size_t kElements = 3;
  const Port* past = FindInput(OfLayer(PastKeys(), 0));
  if (past == nullptr || past->dims.size() != 4) return;
  const bool has_heads = decoder_.Find("num_key_value_heads") != nullptr;
  CheckCacheSize(has_heads ? "num_key_value_heads" : "num_attention_heads", *past, kHeads);
  CheckCacheSize("head_size", *past, kElements);
}

void GenaiCheck::CheckCacheSize(absl::string_view key, const Port& past, size_t axis) {
  const TreeNode* said = decoder_.Find(key);
  const std::optional<int64_t>& size = past.dims[axis].size;
  if (said == nullptr || !size.has_value() || said->Integer() == *size) return;
  findings_.AddMended(CheckCode::kCacheMismatch, PlaceOf(file_, *said),
                      absl::StrCat(key, " is ", said->text),
                      absl::StrCat("the model has ", *size, " at axis ", axis, " of ", past.name,
                                   ", ", past.Text()),
                      absl::StrCat("write ", *size), absl::StrCat(*size));
}

void GenaiCheck::CheckVocabulary() {
  const TreeNode* said = Model("vocab_size");
  if (said == nullptr) return;
  const Port* logits = FindOutput(NameOf("outputs", "logits", "logits"));
  if (logits != nullptr && !logits->dims.empty() && logits->dims.back().size.has_value() &&
      said->Integer() != *logits->dims.back().size) {
    const int64_t size = *logits->dims.back().size;
    findings_.AddMended(CheckCode::kWrongDim, PlaceOf(file_, *said),
                        absl::StrCat("vocab_size is ", said->text),
                        absl::StrCat("the model has ", logits->name, ", ", logits->Text()),
                        absl::StrCat("write ", size), absl::StrCat(size));
    return;
  }
  for (const absl::string_view key : {"bos_token_id", "eos_token_id", "pad_token_id"}) {
    const TreeNode* id = Model(key);
    if (id == nullptr) continue;
    std::vector<const TreeNode*> ids;
    if (id->is_scalar()) ids.push_back(id);
    for (const TreeNode& item : id->items) ids.push_back(&item);
    for (const TreeNode* each : ids) {
      if (Number(each, 0) < Number(said, 0)) continue;
      findings_.Add(CheckCode::kWrongValue, PlaceOf(file_, *each),
                    absl::StrCat(key, " is ", each->text),
                    absl::StrCat("vocab_size is ", said->text));
    }
  }
}

// One request after `past` tokens.
std::optional<v1::Evaluation> GenaiCheck::EvaluateAt(int64_t sequence, int64_t past) const {
  const std::string ids = NameOf("inputs", "input_ids", "input_ids");
  const std::string mask = NameOf("inputs", "attention_mask", "attention_mask");
  const std::string positions = NameOf("inputs", "position_ids", "position_ids");
  std::vector<SizesOfInput> request;
  for (const Port& port : model_->inputs()) {
    if (port.name == ids || port.name == positions) {
      if (port.dims.size() == 2) request.push_back({port.name, {1, sequence}});
    } else if (port.name == mask) {
      if (port.dims.size() == 2) request.push_back({port.name, {1, past + sequence}});
    } else if (port.dims.size() == 4) {
      const int64_t heads = port.dims[1].size.value_or(-1);
      const int64_t elements = port.dims[3].size.value_or(-1);
      request.push_back({port.name, {1, heads, past, elements}});
    }
  }
  absl::StatusOr<v1::Evaluation> evaluation = model_->Evaluate(request);
  if (!evaluation.ok()) return std::nullopt;
  return *std::move(evaluation);
}

void GenaiCheck::CheckLengths() {
  const TreeNode* context = Model("context_length");
  if (context == nullptr || Number(context, 0) <= 0) return;
  const int64_t length = Number(context, 0);
  for (const bool is_prefill : {true, false}) {
    const auto evaluation = is_prefill ? EvaluateAt(length, 0) : EvaluateAt(1, length - 1);
    if (!evaluation.has_value()) return;
    const std::optional<CheckedModel::Failure> failure = model_->FailureOf(*evaluation);
    if (!failure.has_value() || !failure->is_certain) continue;
    findings_.Add(CheckCode::kInvalidSizes, PlaceOf(file_, *context),
                  absl::StrCat("context_length is ", length),
                  absl::StrCat(is_prefill ? "the model fails with a prompt of so many tokens: "
                                          : "the model fails at the last token: ",
                               failure->text));
    return;
  }
}

// A cache that input and output share has the same sizes at both.
void GenaiCheck::CheckSharedBuffer() {
  const TreeNode* shared = Search("past_present_share_buffer");
  if (shared == nullptr || shared->text != "true") return;
  const int64_t most = Number(Search("max_length"), Number(Model("context_length"), 0));
  const Port* past = FindInput(OfLayer(PastKeys(), 0));
  const std::string name = OfLayer(NameOf("outputs", "present_key_names", "present.%d.key"), 0);
  if (most <= 1 || past == nullptr || past->dims.size() != 4) return;
  const auto evaluation = EvaluateAt(1, most);
  if (!evaluation.has_value()) return;
  for (const v1::ValueSize& output : evaluation->outputs()) {
    if (output.name() != name || output.sizes_size() != 4) continue;
    if (output.sizes(2) < 0 || output.sizes(2) == most) continue;
    findings_.AddMended(
        CheckCode::kCacheMismatch, PlaceOf(file_, *shared), "past_present_share_buffer is true",
        absl::StrCat("a cache of ", most, " becomes one of ", output.sizes(2), ": the model has ",
                     FindOutput(name)->Text(), " for ", past->Text()),
        "write false", "false");
  }
}

void CheckSearch(const ConfigFile& file, Findings& findings) {
  const TreeNode& root = *file.root();
  const auto number = [&](const TreeNode* node) {
    return node == nullptr ? std::nullopt : node->Integer();
  };
  const TreeNode* most = root.FindPath({"search", "max_length"});
  const TreeNode* least = root.FindPath({"search", "min_length"});
  const TreeNode* context = root.FindPath({"model", "context_length"});
  if (number(most).has_value() && number(context).has_value() && *number(most) > *number(context)) {
    findings.AddMended(CheckCode::kWrongValue, PlaceOf(file, *most),
                       absl::StrCat("max_length is ", most->text),
                       absl::StrCat("context_length is ", context->text),
                       absl::StrCat("write ", context->text, " or less"), context->text);
  }
  if (number(most).has_value() && number(least).has_value() && *number(least) > *number(most)) {
    findings.Add(CheckCode::kWrongOrder, PlaceOf(file, *least),
                 absl::StrCat("min_length is ", least->text),
                 absl::StrCat("max_length is ", most->text));
  }
  const TreeNode* beams = root.FindPath({"search", "num_beams"});
  const TreeNode* returned = root.FindPath({"search", "num_return_sequences"});
  if (number(beams).has_value() && number(returned).has_value() &&
      *number(returned) > *number(beams)) {
    findings.Add(CheckCode::kWrongValue, PlaceOf(file, *returned),
                 absl::StrCat("num_return_sequences is ", returned->text),
                 absl::StrCat("num_beams is ", beams->text));
  }
}

}  // namespace

bool IsGenai(const ConfigFile& file) {
  const TreeNode* root = file.root();
  return root != nullptr && root->FindPath({"model", "decoder"}) != nullptr;
}

void CheckGenai(const ConfigFile& file, const CheckContext& context, Findings& findings) {
  CheckSearch(file, findings);
  const TreeNode& decoder = *file.root()->FindPath({"model", "decoder"});
  const TreeNode* name = decoder.Find("filename");
  if (name == nullptr) {
    if (decoder.Find("pipeline") == nullptr) return;
    const size_t before = findings.all().size();
    const std::vector<const CheckedModel*> models =
        CheckGenaiPipeline(file, decoder, context, findings);
    if (models.empty() || findings.all().size() > before) return;
    GenaiCheck(file, DecoderPorts(models), nullptr, decoder, findings).Run();
    return;
  }
  const CheckedModel* model =
      GetModel(context, context.model.empty() ? file.Beside(name->text) : context.model,
               PlaceOf(file, *name), findings);
  if (model == nullptr) return;
  GenaiCheck(file, DecoderPorts({model}), model, decoder, findings).Run();
  const TreeNode* options = decoder.Find("session_options");
  if (options != nullptr) CheckSession(file, *options, *model, findings);
}

}  // namespace shapewright::cli
