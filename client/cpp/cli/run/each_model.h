#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_EACH_MODEL_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_EACH_MODEL_H_

#include <string>

#include "absl/functional/function_ref.h"
#include "client/cpp/cli/options/arguments.h"
#include "client/cpp/cli/run/in_order.h"
#include "client/cpp/cli/run/model_file.h"
#include "client/cpp/cli/screen/screen.h"

namespace shapewright::cli {

// Has each of these models answered, --jobs of them at once, and prints the answers in
// the order of the operands: with a heading, or as a line of JSON, if they may be several. Returns
// how the program ends. `answer` is called by several threads; with --json its text is one JSON
// object.
int AnswerModels(const Arguments& arguments, const NamedModels& named, Screen& screen,
                 absl::FunctionRef<ModelAnswer(const std::string& path)> answer);

// The result of a command that asks once: prints it, and returns how the program ends.
int PrintAnswer(const Arguments& arguments, Screen& screen, const ModelAnswer& answer);

// What people are told: what is wrong, and the reason in a line of its own. Codes of gRPC are not
// for them.
std::string StatusText(const absl::Status& status);

absl::Status TooLittleMemory();

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_EACH_MODEL_H_
