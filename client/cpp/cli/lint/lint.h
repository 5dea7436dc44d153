#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_LINT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_LINT_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/cpp/cli/lint/finding.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// Makes a request for all that LintModel() needs; the model and what is said of it stay.
void AskForLint(v1::InferShapesRequest* request);

// What there is to tell of a model, by the answer to a request of AskForLint(). In order: by level,
// then diagnostics, types, names, outputs, what is unused; of formats other than ONNX only the
// diagnostics. INVALID_ARGUMENT if it is no model.
absl::StatusOr<std::vector<Finding>> LintModel(absl::string_view model,
                                               const v1::InferShapesResponse& response,
                                               const LintSelection& selection);

// FAILED_PRECONDITION counts the errors and warnings, if there are any.
absl::Status StatusOf(const std::vector<Finding>& findings);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_LINT_H_
