#ifndef SHAPEWRIGHT_CORE_LAYOUT_DIM_NAMES_H_
#define SHAPEWRIGHT_CORE_LAYOUT_DIM_NAMES_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace shapewright::layout {

// Names of dims, and how they were written.
struct DimNames {
  // In capitals, by dim number; empty where a dim has none.
  std::vector<std::string> names;
  // In one form, `[N,?,...,C]`: equal for texts that say the same of any rank.
  std::string text;
};

// As OpenVINO writes them: a letter or digit each, `nc??`, or words in brackets,
// `[batch, ..., custom]`; `...` stands for any number of dims, once. `batch`,
// `channels`, `depth`, `height` and `width` are N, C, D, H and W; `**SCALAR**`
// is a shape without dims. INVALID_ARGUMENT where two dims have one name, or where there
// are not `rank` of them.
absl::StatusOr<DimNames> ReadDimNames(absl::string_view text, size_t rank);

// Names without dots as the `text` of DimNames.
std::string DimNamesText(absl::Span<const std::string> names);

// The dim of that name, in letters of any size.
std::optional<size_t> FindDim(absl::Span<const std::string> names, absl::string_view name);

}  // namespace shapewright::layout

#endif  // SHAPEWRIGHT_CORE_LAYOUT_DIM_NAMES_H_
