#ifndef SHAPEWRIGHT_CORE_GRAPH_MESSAGE_MESSAGE_TEXT_H_
#define SHAPEWRIGHT_CORE_GRAPH_MESSAGE_MESSAGE_TEXT_H_

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "core/graph/arena.h"

namespace shapewright::graph {

// An item of a repeated field, in the path of a field: "nodes[12]".
inline std::string Item(absl::string_view field, int index) {
  return absl::StrCat(field, "[", index, "]");
}

// Views of the texts of a repeated field.
template <typename Texts>
absl::Span<const absl::string_view> ViewTexts(const Texts& texts, Arena* arena) {
  const absl::Span<absl::string_view> views =
      NewArray<absl::string_view>(arena, static_cast<size_t>(texts.size()));
  std::copy(texts.begin(), texts.end(), views.begin());
  return views;
}

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_MESSAGE_MESSAGE_TEXT_H_
