#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_CHECK_TRITON_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_CHECK_TRITON_H_

#include <string>

#include "client/cpp/cli/check/base/check_context.h"

namespace shapewright::cli {

bool IsTritonConfig(const ConfigFile& file);
void CheckTriton(const ConfigFile& file, const CheckContext& context, Findings& findings);
// A config.pbtxt for the model.
std::string WriteTriton(const CheckedModel& model);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_CHECK_TRITON_H_
