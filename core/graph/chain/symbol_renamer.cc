#include "core/graph/chain/symbol_renamer.h"

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace shapewright::graph {
namespace {

bool BeginsIdentifier(char c) { return absl::ascii_isalpha(c) || c == '_'; }
bool IsOfIdentifier(char c) { return absl::ascii_isalnum(c) || c == '_' || c == '.'; }

size_t EndOfIdentifier(absl::string_view text, size_t begin) {
  while (begin < text.size() && IsOfIdentifier(text[begin])) ++begin;
  return begin;
}

bool IsIdentifier(absl::string_view text) {
  return !text.empty() && BeginsIdentifier(text[0]) && EndOfIdentifier(text, 0) == text.size();
}

bool NamesUnknown(absl::string_view text) { return absl::StrContains(text, '?'); }

}  // namespace

bool SymbolRenamer::BeginsWithStage(absl::string_view name) const {
  const size_t dot = name.find('.');
  return dot != absl::string_view::npos && names_.contains(name.substr(0, dot));
}

void SymbolRenamer::Collect(size_t stage, const DeclaredType* type, bool is_input_of_whole) {
  const auto add = [stage](size_t& owner) {
    owner = owner == kNone || owner == stage ? stage : kSeveral;
  };
  for (; type != nullptr; type = type->inner) {
    for (const DeclaredDim& dim : type->dims) {
      if (dim.has_size || dim.text.empty()) continue;
      Owners& owners = owners_[dim.text];
      add(owners.stage);
      if (is_input_of_whole) add(owners.input_stage);
    }
  }
}

absl::string_view SymbolRenamer::NewName(size_t stage, absl::string_view name) {
  const auto found = owners_.find(name);
  const bool is_own =
      found == owners_.end() || found->second.stage == stage || found->second.input_stage == stage;
  if (is_own && !BeginsWithStage(name)) return name;
  return CopyText(arena_, absl::StrCat(stages_[stage], ".", name));
}

// Names within an expression are those that stand alone elsewhere, and functions.
absl::string_view SymbolRenamer::RenamedText(size_t stage, absl::string_view text) {
  if (IsIdentifier(text)) return NewName(stage, text);
  std::string renamed;
  bool is_expression = !absl::StrContains(text, '`');
  bool has_name = false;
  for (size_t i = 0; i < text.size() && is_expression;) {
    if (!BeginsIdentifier(text[i])) {
      // A number, an operator or a space.
      const size_t end = absl::ascii_isdigit(text[i]) ? EndOfIdentifier(text, i) : i + 1;
      absl::StrAppend(&renamed, text.substr(i, end - i));
      i = end;
      continue;
    }
    const size_t end = EndOfIdentifier(text, i);
    const absl::string_view name = text.substr(i, end - i);
    const size_t next = text.find_first_not_of(' ', end);
    const bool is_function = next != absl::string_view::npos && text[next] == '(';
    is_expression = is_function || owners_.contains(name);
    has_name |= !is_function;
    absl::StrAppend(&renamed, is_function ? name : NewName(stage, name));
    i = end;
  }
  return is_expression && has_name ? CopyText(arena_, renamed) : NewName(stage, text);
}

DeclaredDim SymbolRenamer::RenamedDim(size_t stage, DeclaredDim dim) {
  if (dim.has_size || dim.text.empty()) return dim;
  if (dim.text_kind != DeclaredDim::TextKind::kDimParam && NamesUnknown(dim.text)) {
    // The unknowns of two stages are not the same ones.
    dim.text = "";
    dim.text_kind = DeclaredDim::TextKind::kDimParam;
    return dim;
  }
  const bool is_name = dim.text_kind == DeclaredDim::TextKind::kName;
  if (!is_name && (dim.text == "?" || dim.text == "-1" || dim.text == "None")) return dim;
  dim.text = is_name ? NewName(stage, dim.text) : RenamedText(stage, dim.text);
  return dim;
}

const DeclaredType* SymbolRenamer::Renamed(size_t stage, const DeclaredType* type) {
  if (type == nullptr) return nullptr;
  if (stage != done_stage_) done_.clear();
  done_stage_ = stage;
  const auto found = done_.find(type);
  if (found != done_.end()) return found->second;
  DeclaredType renamed = *type;
  renamed.inner = Renamed(stage, type->inner);
  std::vector<DeclaredDim> dims(type->dims.begin(), type->dims.end());
  bool is_changed = renamed.inner != type->inner;
  for (DeclaredDim& dim : dims) {
    const absl::string_view before = dim.text;
    dim = RenamedDim(stage, dim);
    is_changed |= dim.text != before;
  }
  const DeclaredType* result = type;
  if (is_changed) {
    renamed.dims = CopyToArena(arena_, dims);
    auto* const copy = New<DeclaredType>(arena_);
    *copy = renamed;
    result = copy;
  }
  done_.emplace(type, result);
  return result;
}

}  // namespace shapewright::graph
