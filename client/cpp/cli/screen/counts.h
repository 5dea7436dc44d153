#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_SCREEN_COUNTS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_SCREEN_COUNTS_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace shapewright::cli {

// `1 node`, `2 nodes`.
std::string Plural(uint64_t count, absl::string_view noun);

// `480 B`, `1.2 MiB`.
std::string BytesText(int64_t bytes);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_SCREEN_COUNTS_H_
