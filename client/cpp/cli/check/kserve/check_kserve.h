#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_KSERVE_CHECK_KSERVE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_KSERVE_CHECK_KSERVE_H_

#include "client/cpp/cli/check/base/check_context.h"

namespace shapewright::cli {

// KServe's InferenceService: the predictor's model, and its batcher.
bool IsKserve(const ConfigFile& file);
void CheckKserve(const ConfigFile& file, const CheckContext& context, Findings& findings);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_KSERVE_CHECK_KSERVE_H_
