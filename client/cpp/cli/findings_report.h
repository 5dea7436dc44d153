#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_FINDINGS_REPORT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_FINDINGS_REPORT_H_

#include <string>

#include "client/cpp/cli/report.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// Parts of an answer for people; lines fit the width of the options.

// Each explanation: what is explained, then its steps by number, inputs first.
std::string ReportExplanations(const v1::InferShapesResponse& response,
                               const ReportOptions& options);

// What each dim of the outputs depends on, then what looks baked in.
std::string ReportAudit(const v1::InferShapesResponse& response, const ReportOptions& options);

// What each bucket takes, and which buckets are advised for the histograms of the request.
std::string ReportBuckets(const v1::InferShapesRequest& request,
                          const v1::InferShapesResponse& response, const ReportOptions& options);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_FINDINGS_REPORT_H_
