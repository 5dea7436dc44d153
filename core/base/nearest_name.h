#ifndef SHAPEWRIGHT_CORE_BASE_NEAREST_NAME_H_
#define SHAPEWRIGHT_CORE_BASE_NEAREST_NAME_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace shapewright {

// "did you mean float32?": the first known name that is nearest to one that is not known, whatever
// the case of their letters; empty where none is near, or the name is longer than anyone mistypes.
// Counting insertions, removals, replacements and swaps of neighbours.
std::string DidYouMean(absl::string_view name, absl::Span<const absl::string_view> known);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_BASE_NEAREST_NAME_H_
