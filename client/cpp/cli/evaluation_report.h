#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_EVALUATION_REPORT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_EVALUATION_REPORT_H_

#include <cstdint>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "client/cpp/cli/report.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// The evaluations of an answer for people, each with its sizes, its memory and
// what fails. Empty where there are none. Names come from the answer's values.
std::string ReportEvaluations(const v1::InferShapesResponse& response,
                              const ReportOptions& options);

// The names of the answer's values by their numbers.
absl::flat_hash_map<uint32_t, std::string> NamesByNumber(const v1::InferShapesResponse& response);

// The sizes of a value of `rank` axes, the first one at the place `first`: `[2, ..6]`.
std::string EvaluatedShapeText(const v1::Evaluation& evaluation, int first, int32_t rank);

// `480 B`, `1.2 MB`; `?` for -1.
std::string BytesText(int64_t bytes);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_EVALUATION_REPORT_H_
