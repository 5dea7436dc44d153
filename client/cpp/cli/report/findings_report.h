#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_FINDINGS_REPORT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_FINDINGS_REPORT_H_

#include <string>

#include "client/cpp/cli/report/report.h"
#include "shapewright/v1/explain.pb.h"
#include "shapewright/v1/infer.pb.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::cli {

// Parts of an answer for people; lines fit the width of the options.

// What is explained, then its steps by number, inputs first. `whole` has the facts that it may rest
// on.
std::string ReportExplanation(const v1::ExplainQuestion& question,
                              const v1::Explanation& explanation,
                              const v1::InferShapesResponse& whole, const ReportOptions& options);

// What each dim of the outputs depends on, then what looks baked in.
std::string ReportAudit(const v1::InferShapesResponse& response, const ReportOptions& options);

// What each bucket takes, and where requests fall.
std::string ReportBuckets(const v1::PlanBucketsResponse& response, const ReportOptions& options);

// Which buckets are advised for what was observed.
std::string ReportChoice(const v1::ChooseBucketsRequest& request,
                         const v1::ChooseBucketsResponse& response, const ReportOptions& options);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_FINDINGS_REPORT_H_
