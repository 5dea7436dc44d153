#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_REPORT_FLAGS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_REPORT_FLAGS_H_

#include "absl/types/span.h"
#include "client/cpp/cli/options/flag_row.h"

namespace shapewright::cli {

// Of `report` alone.
absl::Span<const FlagRow> ReportFlags();

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_REPORT_FLAGS_H_
