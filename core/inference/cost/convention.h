#ifndef SHAPEWRIGHT_CORE_INFERENCE_COST_CONVENTION_H_
#define SHAPEWRIGHT_CORE_INFERENCE_COST_CONVENTION_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "shapewright/v1/cost.pb.h"

namespace shapewright::inference {

// What an operation counts, and what an element of the first operand and of the first result
// does: a convention is a linear function of these (S51).
struct CostWeights {
  int64_t mac = 0;
  int64_t alu = 0;
  int64_t div = 0;
  int64_t sqrt = 0;
  int64_t special = 0;
  int64_t operand_element = 0;
  int64_t result_element = 0;
};

// How a convention weighs an operator; all 0 where it leaves the operator out.
CostWeights WeightsOf(v1::CountingConvention convention, absl::string_view op_type);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_COST_CONVENTION_H_
