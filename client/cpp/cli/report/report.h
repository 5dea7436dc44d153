#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_REPORT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_REPORT_H_

#include <cstddef>
#include <string>

#include "shapewright/v1/fact.pb.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

struct ReportOptions {
  // Columns of the screen.
  size_t width = 80;
  // Whether constants are listed among the values.
  bool lists_constants = false;
  // Whether only values are listed, constants too: those that were looked for.
  bool only_values = false;
};

// Texts of reports have marks of styles in them (style.h).

// An answer for people: the values graph by graph, then the facts, the symbols
// and the diagnostics, each where there are any.
std::string Report(const v1::InferShapesResponse& response, const ReportOptions& options);

// Two lines: nodes, values, and how much of them is known; errors and warnings.
std::string Summary(const v1::Statistics& statistics);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_REPORT_H_
