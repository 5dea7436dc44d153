#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_DIFF_COMMAND_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_DIFF_COMMAND_H_

#include "client/cpp/cli/commands/context.h"

namespace shapewright::cli {

// How the second model of the command line differs from the first one.
ModelAnswer Diff(const Context& context);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_DIFF_COMMAND_H_
