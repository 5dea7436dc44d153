#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_MODEL_COMMANDS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_MODEL_COMMANDS_H_

#include <string>

#include "client/cpp/cli/commands/context.h"

namespace shapewright::cli {

// Answers about one model, by the commands' names. Those that may be asked about several models
// are called by several threads.
ModelAnswer Eval(const Context& context, const std::string& path);
ModelAnswer Explain(const Context& context, const std::string& path);
ModelAnswer Audit(const Context& context, const std::string& path);
ModelAnswer Plan(const Context& context, const std::string& path);
ModelAnswer Describe(const Context& context, const std::string& path);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_MODEL_COMMANDS_H_
