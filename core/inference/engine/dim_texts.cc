#include "core/inference/engine/dim_texts.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "core/symbolic/text/dialect/dim_text.h"
#include "core/symbolic/text/parse.h"
#include "core/wire/printable.h"

namespace shapewright::inference {
namespace {

using graph::DeclaredDim;
using graph::DeclaredType;
using symbolic::Site;

constexpr size_t kMaxTold = 16;
constexpr size_t kShownDimText = 100;
constexpr size_t kBytesPerCheck = 8;

class DimTexts {
 public:
  DimTexts(rules::Workspace& workspace, const HashSet<std::string>& declared_names)
      : workspace_(workspace), declared_names_(declared_names) {}

  void Check(const DeclaredType* declared, const Site& site, bool is_outside);
  void TellOthers();

 private:
  void CheckText(absl::string_view text, const Site& site, bool is_outside);
  // The column and what was expected there; nothing where the text says what it is.
  std::optional<std::string> WhatIsWrong(absl::string_view text, bool is_outside);
  bool IsNamed(const std::string& name);
  void Tell(const Site& site, std::string message);

  rules::Workspace& workspace_;
  const HashSet<std::string>& declared_names_;
  HashSet<absl::string_view> seen_;
  // All dim_params of the main graph, once one is asked for.
  std::optional<HashSet<absl::string_view>> names_;
  size_t told_ = 0;
};

void DimTexts::Check(const DeclaredType* declared, const Site& site, bool is_outside) {
  for (; declared != nullptr; declared = declared->inner) {
    Site place = site;
    for (const DeclaredDim& dim : declared->dims) {
      place.axis += 1;
      if (dim.has_size || dim.text_kind != DeclaredDim::TextKind::kDimParam) continue;
      CheckText(dim.text, place, is_outside);
    }
  }
}

void DimTexts::CheckText(absl::string_view text, const Site& site, bool is_outside) {
  const bool is_word = std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isalnum(c) || c == '_' || c == '.';
  });
  if (is_word || !workspace_.exprs().CountWork(1 + text.size() / kBytesPerCheck)) return;
  if (!seen_.insert(text).second || !symbolic::LooksLikeArithmetic(text)) return;
  const std::optional<std::string> wrong = WhatIsWrong(text, is_outside);
  if (!wrong || ++told_ > kMaxTold) return;
  Tell(site, absl::StrCat("the declared dim ", QuotedText(text, kShownDimText),
                          " looks like an expression, but is taken for a name: ", *wrong));
}

std::optional<std::string> DimTexts::WhatIsWrong(absl::string_view text, bool is_outside) {
  const auto names = symbolic::CollectIdentifiers(text);
  if (!names.ok()) {
    const absl::string_view message = names.status().message();
    return absl::StrCat(absl::StartsWith(message, "column ") ? "" : "column 1: ", message);
  }
  if (!is_outside) return std::nullopt;
  for (const std::string& name : *names) {
    if (declared_names_.contains(name) || IsNamed(name)) continue;
    return absl::StrCat("column ", text.find(name) + 1,
                        ": expected the name of a dim of an input, found ",
                        QuotedText(name, kShownDimText));
  }
  return std::nullopt;
}

// Whether the main graph has a dim of that name, though no input declares it.
bool DimTexts::IsNamed(const std::string& name) {
  if (!names_) {
    names_.emplace();
    for (const graph::Value& value : workspace_.model().values) {
      if (value.graph != 0) continue;
      for (const DeclaredType* type = value.declared; type != nullptr; type = type->inner) {
        for (const DeclaredDim& dim : type->dims) {
          if (!dim.has_size) names_->insert(dim.text);
        }
      }
    }
  }
  return names_->contains(name);
}

void DimTexts::TellOthers() {
  if (told_ <= kMaxTold) return;
  Tell(Site{}, absl::StrCat(told_ - kMaxTold,
                            " more declared dims look like expressions, but are "
                            "taken for names"));
}

void DimTexts::Tell(const Site& site, std::string message) {
  rules::Diagnostic diagnostic;
  diagnostic.severity = rules::Severity::kWarning;
  diagnostic.code = "UNREADABLE_DIM";
  diagnostic.message = std::move(message);
  diagnostic.site = site;
  workspace_.AddDiagnostic(std::move(diagnostic));
}

Site SiteOf(const graph::Value& value) {
  Site site;
  const auto producer = static_cast<int32_t>(value.producer);
  if (value.origin == graph::ValueOrigin::kNode) {
    site.node = producer;
    site.output = static_cast<int32_t>(value.producer_output);
  } else if (value.origin == graph::ValueOrigin::kInput) {
    site.input = producer;
  }
  return site;
}

}  // namespace

void TellUnreadableDims(rules::Workspace& workspace, const graph::Graph& graph, const Given* given,
                        const HashSet<std::string>& declared_names) {
  DimTexts texts(workspace, declared_names);
  const graph::Model& model = workspace.model();
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    Site site;
    site.input = static_cast<int32_t>(i);
    texts.Check(DeclaredInput(model.values[graph.inputs[i]], given), site, true);
  }
  for (const graph::ValueId output : graph.outputs) {
    const graph::Value& value = model.values[output];
    texts.Check(value.declared, SiteOf(value), true);
  }
  for (const graph::Value& value : model.values) {
    if (value.graph == 0) texts.Check(value.declared, SiteOf(value), false);
  }
  texts.TellOthers();
}

}  // namespace shapewright::inference
