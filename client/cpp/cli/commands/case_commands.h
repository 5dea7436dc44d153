#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_CASE_COMMANDS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_CASE_COMMANDS_H_

#include "client/cpp/cli/commands/context.h"

namespace shapewright::cli {

// Answers about the shapes of the command line.
ModelAnswer Merge(const Context& context);
ModelAnswer Layout(const Context& context);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_CASE_COMMANDS_H_
