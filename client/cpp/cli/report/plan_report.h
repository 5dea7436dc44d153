#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_PLAN_REPORT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_PLAN_REPORT_H_

#include <string>

#include "client/cpp/cli/report/report.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::cli {

// The largest size of one symbol that fits, the next one, and what stands in the way; of two
// symbols, the pairs that fit.
std::string ReportLargest(const v1::FindLargestSizesRequest& request,
                          const v1::FindLargestSizesResponse& response,
                          const ReportOptions& options);

// The symbols to bind, and what no binding makes so.
std::string ReportSymbolsToBind(const v1::FindSymbolsToBindResponse& response,
                                const ReportOptions& options);

// The profiles one after the other, each with what is proved of it.
std::string ReportProfiles(const v1::PlanProfilesResponse& response, const ReportOptions& options);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_PLAN_REPORT_H_
