#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_COST_COMMAND_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_COST_COMMAND_H_

#include <string>

#include "client/cpp/cli/commands/context.h"

namespace shapewright::cli {

// What a run of a model costs.
ModelAnswer Cost(const Context& context, const std::string& path);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_COST_COMMAND_H_
