#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_COST_COST_REPORT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_COST_COST_REPORT_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "shapewright/v1/cost.pb.h"

namespace shapewright::cli {

// What a model costs: the total, the parts that cost the most (`top` of them, all if that is 0), at
// each binding in numbers, and what is not counted. Lines of at most `width` columns.
std::string ReportCost(const v1::EstimateCostResponse& response, int32_t top, size_t width);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_COST_COST_REPORT_H_
