#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_MLSERVER_CHECK_METADATA_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_MLSERVER_CHECK_METADATA_H_

#include "client/cpp/cli/check/base/check_context.h"

namespace shapewright::cli {

// MLServer's model-settings.json, whose inputs and outputs are those of KServe's v2 protocol.
bool IsMlServer(const ConfigFile& file);
void CheckMlServer(const ConfigFile& file, const CheckContext& context, Findings& findings);
// Metadata of a model by that protocol, as `shapewright describe` prints it.
bool IsMetadata(const ConfigFile& file);
void CheckMetadata(const ConfigFile& file, const CheckContext& context, Findings& findings);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_MLSERVER_CHECK_METADATA_H_
