#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_SCENARIO_REPORT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_SCENARIO_REPORT_H_

#include <string>

#include "client/cpp/cli/report/report.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// For each scenario of an answer the shapes of the outputs, what is wrong, or why there is no
// answer. Empty without scenarios.
std::string ReportScenarios(const v1::InferShapesResponse& response, const ReportOptions& options);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_SCENARIO_REPORT_H_
