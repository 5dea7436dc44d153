#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_SERVER_COMMANDS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_SERVER_COMMANDS_H_

#include "client/cpp/cli/commands/context.h"

namespace shapewright::cli {

// Answers about the server.
ModelAnswer Health(const Context& context);
ModelAnswer ServerInfo(const Context& context);
// The models that it keeps, or what became of those that it was to forget.
ModelAnswer Models(const Context& context);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_SERVER_COMMANDS_H_
