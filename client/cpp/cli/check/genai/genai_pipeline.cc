#include "client/cpp/cli/check/genai/genai_pipeline.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/cpp/cli/check/base/check_ports.h"
#include "client/cpp/cli/check/base/model_chain.h"
#include "client/cpp/cli/check/ort/check_session.h"
#include "core/base/nearest_name.h"

namespace shapewright::cli {
namespace {

struct PipelineStage {
  const TreeNode* name = nullptr;
  const TreeNode* config = nullptr;
  const CheckedModel* model = nullptr;
};

// What the runtime gives where decoder.inputs has no name of its own.
constexpr absl::string_view kDefaultInputs[] = {
    "input_ids",
    "inputs_embeds",
    "attention_mask",
    "position_ids",
    "past_sequence_length",
    "total_sequence_length",
    "past_key_values.%d.key",
    "past_key_values.%d.value",
};

// Whether it is the name, with the number of a layer in the place of %d.
bool IsNameOf(absl::string_view pattern, absl::string_view name) {
  const size_t place = pattern.find("%d");
  if (place == absl::string_view::npos) return pattern == name;
  if (!absl::ConsumePrefix(&name, pattern.substr(0, place)) ||
      !absl::ConsumeSuffix(&name, pattern.substr(place + 2)) || name.empty()) {
    return false;
  }
  return std::all_of(name.begin(), name.end(), absl::ascii_isdigit);
}

class PipelineCheck {
 public:
  PipelineCheck(const ConfigFile& file, const TreeNode& decoder, const CheckContext& context,
                Findings& findings)
      : file_(file), decoder_(decoder), context_(context), findings_(findings) {}

  std::vector<const CheckedModel*> Run() {
    std::vector<const CheckedModel*> models;
    if (!AddStages()) return models;
    const size_t before = findings_.all().size();
    for (const PipelineStage& stage : stages_) {
      CheckStage(stage);
      models.push_back(stage.model);
    }
    if (findings_.all().size() > before) return models;
    for (const absl::string_view phase : {"run_on_prompt", "run_on_token_gen"}) {
      CheckPhase(phase);
      if (findings_.all().size() > before) break;
    }
    return models;
  }

 private:
  bool AddStages();
  void CheckStage(const PipelineStage& stage);
  void CheckList(const PipelineStage& stage, PortSide side);
  void CheckInputsAreListed(const PipelineStage& stage);
  // `phase` is the key that says whether a stage runs in it.
  void CheckPhase(absl::string_view phase);
  bool IsGivenByRuntime(absl::string_view name) const;

  static const std::vector<TreeNode>& NamesOf(const PipelineStage& stage, absl::string_view key) {
    static const std::vector<TreeNode> kNone;
    const TreeNode* names = stage.config->Find(key);
    return names == nullptr ? kNone : names->items;
  }

  const ConfigFile& file_;
  const TreeNode& decoder_;
  const CheckContext& context_;
  Findings& findings_;
  std::vector<PipelineStage> stages_;
};

bool PipelineCheck::AddStages() {
  bool is_complete = true;
  for (const TreeNode& item : decoder_.Find("pipeline")->items) {
    for (const TreeNode::Member& member : item.members) {
      const TreeNode* name = member.value.Find("filename");
      if (name == nullptr) {
        findings_.Add(CheckCode::kNoModel, PlaceOf(file_, member.key),
                      absl::StrCat("stage \"", member.key.text, "\" names no model"), "",
                      "add a \"filename\"");
        is_complete = false;
        continue;
      }
      const CheckedModel* model =
          GetModel(context_, file_.Beside(name->text), PlaceOf(file_, *name), findings_);
      is_complete &= model != nullptr;
      stages_.push_back({&member.key, &member.value, model});
    }
  }
  return is_complete;
}

void PipelineCheck::CheckStage(const PipelineStage& stage) {
  CheckList(stage, PortSide::kInput);
  CheckList(stage, PortSide::kOutput);
  CheckInputsAreListed(stage);
  const TreeNode* options = stage.config->Find("session_options");
  if (options != nullptr) CheckSession(file_, *options, *stage.model, findings_);
  const TreeNode* renamed = stage.config->Find("output_names_forwarder");
  if (renamed == nullptr) return;
  for (const TreeNode::Member& member : renamed->members) {
    if (stage.model->FindOutput(member.key.text) != nullptr) continue;
    findings_.Add(CheckCode::kNoSuchOutput, PlaceOf(file_, member.key),
                  absl::StrCat("there is an output \"", member.key.text, "\""),
                  "the model has none of this name",
                  MendOfName(member.key.text, stage.model->outputs()));
  }
}

void PipelineCheck::CheckList(const PipelineStage& stage, PortSide side) {
  const bool is_input = side == PortSide::kInput;
  const std::vector<Port>& ports = is_input ? stage.model->inputs() : stage.model->outputs();
  for (const TreeNode& name : NamesOf(stage, is_input ? "inputs" : "outputs")) {
    const Port* port =
        is_input ? stage.model->FindInput(name.text) : stage.model->FindOutput(name.text);
    if (port != nullptr) continue;
    findings_.Add(is_input ? CheckCode::kNoSuchInput : CheckCode::kNoSuchOutput,
                  PlaceOf(file_, name),
                  absl::StrCat("stage \"", stage.name->text, "\" has the ",
                               is_input ? "input" : "output", " \"", name.text, "\""),
                  "the model has none of this name", MendOfName(name.text, ports));
  }
}

void PipelineCheck::CheckInputsAreListed(const PipelineStage& stage) {
  std::set<absl::string_view> listed;
  for (const TreeNode& name : NamesOf(stage, "inputs")) listed.insert(name.text);
  for (const Port& port : stage.model->inputs()) {
    if (port.is_optional || listed.count(port.name) > 0) continue;
    const TreeNode* key = stage.config->FindKey("inputs");
    findings_.Add(CheckCode::kMissingInput, PlaceOf(file_, key == nullptr ? *stage.name : *key),
                  absl::StrCat("not all inputs of stage \"", stage.name->text, "\" are there"),
                  absl::StrCat("the model needs \"", port.name, "\", ", port.Text()));
    return;
  }
}

bool PipelineCheck::IsGivenByRuntime(absl::string_view name) const {
  const TreeNode* inputs = decoder_.Find("inputs");
  if (inputs != nullptr &&
      std::any_of(inputs->members.begin(), inputs->members.end(),
                  [&](const TreeNode::Member& m) { return IsNameOf(m.value.text, name); })) {
    return true;
  }
  return std::any_of(std::begin(kDefaultInputs), std::end(kDefaultInputs),
                     [&](absl::string_view pattern) { return IsNameOf(pattern, name); });
}

void PipelineCheck::CheckPhase(absl::string_view phase) {
  struct Producer {
    int stage;
    std::string output;
  };
  std::map<std::string, Producer, std::less<>> producers;
  ModelChain chain;
  for (const PipelineStage& stage : stages_) {
    if (stage.config->TextOf(phase) == "false") continue;
    const int index = chain.AddStage(*stage.model);
    for (const TreeNode& name : NamesOf(stage, "inputs")) {
      const auto producer = producers.find(name.text);
      if (producer != producers.end()) {
        chain.Link(producer->second.stage, producer->second.output, index, name.text,
                   PlaceOf(file_, name));
        continue;
      }
      if (IsGivenByRuntime(name.text)) continue;
      NearestName nearest(name.text);
      for (const auto& [known, unused] : producers) nearest.Consider(known);
      findings_.Add(CheckCode::kNoSuchTensor, PlaceOf(file_, name),
                    absl::StrCat("stage \"", stage.name->text, "\" reads \"", name.text, "\""),
                    absl::StrCat("no stage before it gives that where ", phase,
                                 " is true, and decoder.inputs does not name it"),
                    nearest.Suggestion("\""));
      return;
    }
    const TreeNode* renamed = stage.config->Find("output_names_forwarder");
    for (const TreeNode& name : NamesOf(stage, "outputs")) {
      const TreeNode* other = renamed == nullptr ? nullptr : renamed->Find(name.text);
      producers.insert_or_assign(other == nullptr ? name.text : other->text,
                                 Producer{index, name.text});
    }
  }
  chain.Check(context_.models.source(), findings_);
}

}  // namespace

std::vector<const CheckedModel*> CheckGenaiPipeline(const ConfigFile& file, const TreeNode& decoder,
                                                    const CheckContext& context,
                                                    Findings& findings) {
  return PipelineCheck(file, decoder, context, findings).Run();
}

}  // namespace shapewright::cli
