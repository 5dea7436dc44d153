#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PART_END_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PART_END_H_

#include <cstddef>

#include "absl/strings/string_view.h"

namespace shapewright::symbolic {

// The position of the first character of `ends` in `text` that stands outside of brackets, (), []
// and {}, and of names in backticks; the length of `text` if there is none. A closing bracket may
// itself be one of `ends`.
size_t FindPartEnd(absl::string_view text, absl::string_view ends);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PART_END_H_
