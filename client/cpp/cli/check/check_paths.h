#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_CHECK_PATHS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_CHECK_PATHS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "client/cpp/cli/check/base/check_context.h"

namespace shapewright::cli {

// What was checked, and found.
struct Checked {
  // Configurations, in the order of the paths; those of a folder by name.
  std::vector<std::string> files;
  std::vector<CheckFinding> findings;
};

// Checks configurations: a file, or all below a folder that a format takes. Errors: a path cannot
// be read, or there is no configuration at it.
absl::StatusOr<Checked> CheckPaths(absl::Span<const std::string> paths,
                                   const CheckContext& context);

// FAILED_PRECONDITION counts the errors and warnings, if there are any.
absl::Status StatusOf(const std::vector<CheckFinding>& findings);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_CHECK_PATHS_H_
