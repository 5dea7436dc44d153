#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_HELP_COMPLETION_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_HELP_COMPLETION_H_

#include <string>

#include "absl/strings/string_view.h"

namespace shapewright::cli {

// A script for a shell, one of kShells, that completes commands, flags, their values and files.
std::string CompletionScript(absl::string_view shell);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_HELP_COMPLETION_H_
