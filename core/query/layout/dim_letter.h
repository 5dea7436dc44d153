#ifndef SHAPEWRIGHT_CORE_QUERY_LAYOUT_DIM_LETTER_H_
#define SHAPEWRIGHT_CORE_QUERY_LAYOUT_DIM_LETTER_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/layout/dim_names.h"

namespace shapewright::query {

// The number of a dim that is given by the name it has in the layout, as a number,
// negative from the end, or by its letter: x is the last, then y, z, p backwards,
// whatever the layout.
inline absl::StatusOr<int64_t> ReadDimLetter(absl::string_view text,
                                             absl::Span<const std::string> names, size_t rank) {
  if (const auto named = layout::FindDim(names, text)) return static_cast<int64_t>(*named);
  constexpr absl::string_view kLetters = "xyzp";
  const auto limit = static_cast<int64_t>(rank);
  int64_t number = 0;
  if (text.size() == 1 && kLetters.find(text[0]) != absl::string_view::npos) {
    number = -1 - static_cast<int64_t>(kLetters.find(text[0]));
  } else if (!absl::SimpleAtoi(text, &number)) {
    return absl::InvalidArgumentError(
        absl::StrCat("expected a number, one of the letters x, y, z, p, or a name that the layout "
                     "gives, found \"",
                     absl::CEscape(text.substr(0, 40)), "\""));
  }
  if (number >= -limit && number < limit) return number < 0 ? number + limit : number;
  return absl::InvalidArgumentError(
      absl::StrCat("there is no dimension ", number, " in a shape of rank ", rank));
}

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_LAYOUT_DIM_LETTER_H_
