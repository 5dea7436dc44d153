#include "core/inference/answer/selection.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"

namespace shapewright::inference {

AnswerOptions ReadSelection(const v1::Selection& selection) {
  using Scope = AnswerOptions::Scope;
  AnswerOptions answer;
  switch (selection.scope()) {
    case v1::Selection::SCOPE_OUTPUTS:
      answer.scope = Scope::kOutputs;
      break;
    case v1::Selection::SCOPE_NAMED:
      answer.scope = Scope::kNamed;
      break;
    case v1::Selection::SCOPE_MAIN_GRAPH:
      answer.scope = Scope::kMainGraph;
      break;
    default:
      break;
  }
  answer.names.assign(selection.names().begin(), selection.names().end());
  answer.has_names = selection.value_names() != v1::Selection::NAMES_NONE;
  if (selection.sections().empty()) return answer;
  answer.has_values = answer.has_symbols = answer.has_diagnostics = false;
  answer.has_constraints = answer.has_preconditions = false;
  for (const int section : selection.sections()) {
    answer.has_values |= section == v1::SECTION_VALUES;
    answer.has_symbols |= section == v1::SECTION_SYMBOLS;
    answer.has_constraints |= section == v1::SECTION_CONSTRAINTS;
    answer.has_preconditions |= section == v1::SECTION_PRECONDITIONS;
    answer.has_diagnostics |= section == v1::SECTION_DIAGNOSTICS;
    answer.has_elements |= section == v1::SECTION_ELEMENTS;
    answer.has_provenance |= section == v1::SECTION_PROVENANCE;
  }
  answer.has_values |= answer.has_elements;
  answer.has_constraints |= answer.has_provenance;
  return answer;
}

bool HasSection(const v1::Selection& selection, v1::Section section) {
  const auto& sections = selection.sections();
  return std::find(sections.begin(), sections.end(), section) != sections.end();
}

// Only the main graph's values have names that are theirs alone.
absl::Status CheckNames(const graph::Model& model, const v1::Selection& selection) {
  if (selection.scope() != v1::Selection::SCOPE_NAMED) return absl::OkStatus();
  HashSet<absl::string_view> known;
  for (const graph::Value& value : model.values) {
    // What nothing defines has no type and no number.
    const bool is_defined = value.origin != graph::ValueOrigin::kUndefined;
    if (value.graph == 0 && is_defined) known.insert(value.name);
  }
  for (int i = 0; i < selection.names_size(); ++i) {
    if (known.contains(selection.names(i))) continue;
    return graph::Within("selection",
                         graph::FieldError(graph::Item("names", i),
                                           absl::StrCat("the main graph has no value ",
                                                        graph::Quoted(selection.names(i)))));
  }
  return absl::OkStatus();
}

}  // namespace shapewright::inference
