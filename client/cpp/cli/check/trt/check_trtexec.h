#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRT_CHECK_TRTEXEC_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRT_CHECK_TRTEXEC_H_

#include <string>

#include "client/cpp/cli/check/base/check_context.h"

namespace shapewright::cli {

// A file with flags of trtexec, or with a command line of it.
bool IsTrtexec(const ConfigFile& file);
void CheckTrtexec(const ConfigFile& file, const CheckContext& context, Findings& findings);
// Flags for the model, with a profile of sizes at which it runs.
std::string WriteTrtexec(const CheckedModel& model);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRT_CHECK_TRTEXEC_H_
