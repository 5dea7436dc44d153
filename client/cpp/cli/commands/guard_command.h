#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_GUARD_COMMAND_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_GUARD_COMMAND_H_

#include <string>

#include "client/cpp/cli/commands/context.h"

namespace shapewright::cli {

// The guard of a model, and what it says of the requests of the command line.
ModelAnswer Guard(const Context& context, const std::string& path);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_GUARD_COMMAND_H_
