#ifndef SHAPEWRIGHT_CORE_INFERENCE_COST_CONVENTION_H_
#define SHAPEWRIGHT_CORE_INFERENCE_COST_CONVENTION_H_

#include "absl/strings/string_view.h"
#include "core/rules/cost/tool_weights.h"
#include "shapewright/v1/cost.pb.h"

namespace shapewright::inference {

// How a convention without weights of its own weighs an operator.
ops::CostWeights WeightsOf(v1::CountingConvention convention, absl::string_view op_type);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_COST_CONVENTION_H_
