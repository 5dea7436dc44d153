#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_WRITE_FILE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_WRITE_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace shapewright::cli {

// Writes a file as a whole or not at all: beside it, to the disk, then in its place by renaming.
// Where that fails, what was there stays byte for byte and nothing is left behind. A link stays
// one, a file keeps its mode. What is no regular file, such as a pipe, is written to as it is.
// DISK_FULL or FILE_NOT_WRITABLE names the file.
absl::Status WriteFile(const std::string& path, absl::string_view bytes);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_WRITE_FILE_H_
