#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_REWRITING_REWRITE_COMMAND_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_REWRITING_REWRITE_COMMAND_H_

#include <string>

#include "client/cpp/cli/options/arguments.h"
#include "client/cpp/cli/run/asker.h"
#include "client/cpp/cli/run/in_order.h"

namespace shapewright::cli {

// `freeze`, `simplify`, `rebatch`: writes the model and its certificate, and tells what changed.
// Nothing is written unless all is proved.
ModelAnswer WriteRewritten(const Arguments& arguments, const Asker& asker, const std::string& path);

// `verify`.
ModelAnswer VerifyRewritten(const Arguments& arguments, const Asker& asker);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_REWRITING_REWRITE_COMMAND_H_
