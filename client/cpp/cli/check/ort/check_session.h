#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_ORT_CHECK_SESSION_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_ORT_CHECK_SESSION_H_

#include <string>

#include "client/cpp/cli/check/base/check_context.h"

namespace shapewright::cli {

// onnxruntime's options of a session as JSON or YAML: sizes of free dims, providers, profiles.
bool IsSessionOptions(const ConfigFile& file);
void CheckSessionOptions(const ConfigFile& file, const CheckContext& context, Findings& findings);
// The same of a part of another file.
void CheckSession(const ConfigFile& file, const TreeNode& options, const CheckedModel& model,
                  Findings& findings);
// Options that give each free dim a size at which the model runs.
std::string WriteSessionOptions(const CheckedModel& model);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_ORT_CHECK_SESSION_H_
