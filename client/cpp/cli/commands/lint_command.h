#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_LINT_COMMAND_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_LINT_COMMAND_H_

#include <string>

#include "client/cpp/cli/commands/context.h"

namespace shapewright::cli {

// The findings of one model, without those that --fix has mended; called by several threads.
ModelAnswer Lint(const Context& context, const std::string& path);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_LINT_COMMAND_H_
