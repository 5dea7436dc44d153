#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_EVALUATION_REPORT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_EVALUATION_REPORT_H_

#include <cstdint>
#include <string>

#include "client/cpp/cli/report.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// The evaluations of an answer for people, each with its sizes, its memory and
// what fails. Empty where there are none. Names come from the answer's values.
std::string ReportEvaluations(const v1::InferShapesResponse& response,
                              const ReportOptions& options);

// `480 B`, `1.2 MB`; `?` for -1.
std::string BytesText(int64_t bytes);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_EVALUATION_REPORT_H_
