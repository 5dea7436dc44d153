#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_PLAN_SERVER_COMMAND_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_PLAN_SERVER_COMMAND_H_

#include "client/cpp/cli/commands/context.h"

namespace shapewright::cli {

// `plan-server`: what servers of these models need. Asks no server.
ModelAnswer PlanServerSize(const Context& context);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_PLAN_SERVER_COMMAND_H_
