#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_EVALUATION_REPORT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_EVALUATION_REPORT_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "client/cpp/cli/report/report.h"
#include "shapewright/v1/evaluate.pb.h"

namespace shapewright::cli {

// Evaluations for people, each with its verdict, sizes, memory and what fails. Empty where there
// are none.
std::string ReportEvaluations(const v1::EvaluateShapesResponse& response,
                              const ReportOptions& options);

// The sizes of a value: `[2, ..6, ?]`; `?` where it has none.
std::string EvaluatedShapeText(const v1::ValueSize& value);

// Of the intermediates; `?` where it is not known.
std::string PeakText(const v1::Memory& memory);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_EVALUATION_REPORT_H_
