#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_SCREEN_SHORTEN_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_SCREEN_SHORTEN_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace shapewright::cli {

// The columns that a printable text takes: its characters, without marks of styles.
size_t DisplayWidth(absl::string_view text);

// The text with its middle left out, `/encoder/lay…/MatMul`, in at most `width` columns.
std::string ShortenMiddle(absl::string_view text, size_t width);

// The texts in at most `width` columns each. Texts that differ stay different as far as that is
// possible: where leaving out the middle would make two of them alike, the words in which they
// differ are kept, `/m/enco…layer.11…te/dense`.
std::vector<std::string> ShortenApart(const std::vector<absl::string_view>& texts, size_t width);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_SCREEN_SHORTEN_H_
