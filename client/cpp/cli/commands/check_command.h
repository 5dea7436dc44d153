#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_CHECK_COMMAND_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_CHECK_COMMAND_H_

#include "client/cpp/cli/commands/context.h"

namespace shapewright::cli {

ModelAnswer Check(const Context& context);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_CHECK_COMMAND_H_
