#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_INFER_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_INFER_H_

#include <string>

#include "client/cpp/cli/commands/context.h"

namespace shapewright::cli {

// Answers about one model; called by several threads.
ModelAnswer Infer(const Context& context, const std::string& path);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_INFER_H_
