#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_CHAIN_COMMAND_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_CHAIN_COMMAND_H_

#include "client/cpp/cli/commands/context.h"

namespace shapewright::cli {

// Whether the models fit together, and what they are as one.
ModelAnswer Chain(const Context& context);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_CHAIN_COMMAND_H_
