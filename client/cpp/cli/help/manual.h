#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_HELP_MANUAL_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_HELP_MANUAL_H_

#include <string>

#include "absl/strings/string_view.h"
#include "client/cpp/cli/options/arguments.h"

namespace shapewright::cli {

// What HelpText() says, as a man page: shapewright-infer(1), or of kHelp shapewright(1).
std::string ManualPage(Command about, absl::string_view version);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_HELP_MANUAL_H_
