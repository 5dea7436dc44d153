#ifndef SHAPEWRIGHT_CORE_QUESTIONS_COST_MEASURE_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_COST_MEASURE_H_

#include <functional>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/rules/cost/tool_weights.h"
#include "shapewright/v1/measure.pb.h"

namespace shapewright::questions {

// INVALID_ARGUMENT, with the path of the field, for weights or a machine that cannot be used.
absl::Status CheckMeasure(const v1::CostMeasure& measure);

// How an operator's operations add up to flops.
using OperatorWeights = std::function<rules::CostWeights(absl::string_view op_type)>;
OperatorWeights WeightsOf(const v1::CostMeasure& measure);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_COST_MEASURE_H_
