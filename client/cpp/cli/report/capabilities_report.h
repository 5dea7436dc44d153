#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_CAPABILITIES_REPORT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_CAPABILITIES_REPORT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "client/cpp/cli/report/report.h"
#include "shapewright/v1/registry.pb.h"

namespace shapewright::cli {

// What a server is and can do, for people.
std::string ReportCapabilities(absl::string_view target, bool is_serving,
                               const v1::GetCapabilitiesResponse& response,
                               const ReportOptions& options);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_CAPABILITIES_REPORT_H_
