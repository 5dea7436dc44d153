#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_REQUESTS_COMMAND_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_REQUESTS_COMMAND_H_

#include <string>

#include "client/cpp/cli/commands/context.h"

namespace shapewright::cli {

// What a log of requests says of the model of the path.
ModelAnswer StudyRequests(const Context& context, const std::string& path);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_REQUESTS_COMMAND_H_
