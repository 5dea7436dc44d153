#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_CHECK_REPORT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_CHECK_REPORT_H_

#include <cstddef>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "client/cpp/cli/check/check_paths.h"

namespace shapewright::cli {

// A line for each finding, `m/config.pbtxt:7: error WRONG_TYPE: ...; ...; ...`, and how many
// configurations there are.
std::string CheckReport(const Checked& checked);

// One JSON object in one line; docs/check.md says what is in it. `mended`: how many findings --fix
// has mended, which are not among them.
std::string CheckJson(const Checked& checked, std::optional<size_t> mended);

// A log of SARIF 2.1.0, which services of CI show beside the lines.
std::string CheckSarif(const Checked& checked, absl::string_view version);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_CHECK_REPORT_H_
