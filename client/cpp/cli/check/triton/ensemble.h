#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_ENSEMBLE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_ENSEMBLE_H_

#include "client/cpp/cli/check/base/check_context.h"
#include "client/cpp/cli/check/triton/triton_config.h"

namespace shapewright::cli {

// Whether the steps of an ensemble fit together: their models exist beside it, the names of their
// maps are inputs and outputs of these, each tensor is produced once and before it is read, and
// types and sizes agree. Models of ONNX are then inferred as one chain.
void CheckEnsemble(const TritonConfig& config, const CheckContext& context, Findings& findings);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_ENSEMBLE_H_
