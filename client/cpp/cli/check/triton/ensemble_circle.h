#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_ENSEMBLE_CIRCLE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_ENSEMBLE_CIRCLE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/cpp/cli/check/base/check_context.h"
#include "client/cpp/cli/check/triton/triton_config.h"

namespace shapewright::cli {

// The models, `first` in front and the ensemble itself at the end, by whose steps a step of the
// ensemble that runs `first` runs the ensemble again. Empty: it does not. Each model of the
// repository is read once at most.
std::vector<std::string> FindEnsembleCircle(const TritonConfig& ensemble, absl::string_view first,
                                            const CheckContext& context);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_ENSEMBLE_CIRCLE_H_
