#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_HELP_HELP_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_HELP_HELP_H_

#include <string>

#include "client/cpp/cli/options/arguments.h"

namespace shapewright::cli {

// How a command is used and what its options mean; of kHelp, all commands.
std::string HelpText(Command about);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_HELP_HELP_H_
