#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_PAGE_COMMAND_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_PAGE_COMMAND_H_

#include "client/cpp/cli/commands/context.h"

namespace shapewright::cli {

// Writes a page about the model of the command line, or about two and what changed.
ModelAnswer MakePage(const Context& context);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_PAGE_COMMAND_H_
