#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_LINT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_LINT_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/cpp/cli/lint/finding.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// Which findings are told.
struct LintSelection {
  // Codes. Empty: all.
  absl::flat_hash_set<std::string> only;
  absl::flat_hash_set<std::string> ignore;
};

// `CODE,CODE` of --only and --ignore; INVALID_ARGUMENT where one is neither lint's nor written as
// codes of diagnostics are.
absl::Status ParseCodes(absl::string_view text, absl::flat_hash_set<std::string>* codes);

// Makes a request for all that LintModel() needs; the model and what is said of it stay.
void AskForLint(v1::InferShapesRequest* request);

// What there is to tell of a model, by the answer to a request of AskForLint(). In order: by level,
// then diagnostics, types, names, outputs, what is unused. INVALID_ARGUMENT if it is no model.
absl::StatusOr<std::vector<Finding>> LintModel(absl::string_view model,
                                               const v1::InferShapesResponse& response,
                                               const LintSelection& selection);

// Whether a finding is a warning or an error.
bool HasFault(const std::vector<Finding>& findings);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_LINT_H_
