#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_RUN_COMMAND_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_RUN_COMMAND_H_

#include "client/cpp/cli/options/arguments.h"
#include "client/cpp/cli/screen/screen.h"

namespace shapewright::cli {

// Does what the command line asks for, and returns how the program ends (exit_code.h). Not for
// `version`, which the program alone knows.
int RunCommand(const Arguments& arguments, Screen& screen);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_RUN_COMMAND_H_
