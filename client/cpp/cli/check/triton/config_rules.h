#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_CONFIG_RULES_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_CONFIG_RULES_H_

#include "client/cpp/cli/check/triton/triton_config.h"

namespace shapewright::cli {

// What Triton refuses in a configuration whatever the model is, besides inputs, outputs and
// batches: fields that contradict each other or name what is not there.
void CheckConfigRules(const TritonConfig& config, Findings& findings);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_CONFIG_RULES_H_
