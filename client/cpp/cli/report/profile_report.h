#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_PROFILE_REPORT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_PROFILE_REPORT_H_

#include <string>

#include "client/cpp/cli/report/report.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::cli {

// The least, the most common and the greatest sizes of inputs and outputs, the memory
// where it was asked for, and what fails at one of the three.
std::string ReportProfile(const v1::Profile& profile, const ReportOptions& options);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_PROFILE_REPORT_H_
