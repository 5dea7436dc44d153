#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_OVMS_CHECK_OVMS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_OVMS_CHECK_OVMS_H_

#include <string>

#include "client/cpp/cli/check/base/check_context.h"

namespace shapewright::cli {

// OpenVINO Model Server's config.json: its list of models, with shapes, batches and layouts.
bool IsOvms(const ConfigFile& file);
void CheckOvms(const ConfigFile& file, const CheckContext& context, Findings& findings);
// mapping_config.json in a version folder: other names for inputs and outputs.
bool IsOvmsMapping(const ConfigFile& file);
void CheckOvmsMapping(const ConfigFile& file, const CheckContext& context, Findings& findings);
std::string WriteOvms(const CheckedModel& model);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_OVMS_CHECK_OVMS_H_
