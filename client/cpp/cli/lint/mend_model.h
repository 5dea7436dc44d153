#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_MEND_MODEL_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_MEND_MODEL_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/cpp/cli/lint/finding.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// The model with what the findings can mend: value_info and types of outputs, as AnnotateModel()
// writes them. All else, nodes, weights and inputs, keeps its bytes. `findings` are those of
// LintModel() for the same model and answer.
absl::StatusOr<std::string> MendModel(absl::string_view model,
                                      const v1::InferShapesResponse& response,
                                      const std::vector<Finding>& findings);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_MEND_MODEL_H_
