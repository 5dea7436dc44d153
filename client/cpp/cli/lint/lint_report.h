#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_LINT_REPORT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_LINT_REPORT_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/cpp/cli/lint/finding.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// A line for each finding: `m.onnx: y axis 0: warning NARROW_TYPE: declared 8, but it is N; declare
// N`.
std::string LintReport(absl::string_view path, const v1::InferShapesResponse& response,
                       const std::vector<Finding>& findings);

// One JSON object in one line; docs/lint.md says what is in it. `mended`: how many findings --fix
// has mended, which are not among them.
std::string LintJson(absl::string_view path, const std::vector<Finding>& findings,
                     std::optional<size_t> mended);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_LINT_REPORT_H_
