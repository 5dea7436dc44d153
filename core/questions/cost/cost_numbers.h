#ifndef SHAPEWRIGHT_CORE_QUESTIONS_COST_COST_NUMBERS_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_COST_COST_NUMBERS_H_

#include <cstdint>

#include "absl/types/span.h"
#include "core/questions/cost/cost_evaluator.h"
#include "core/questions/cost/cost_sum.h"
#include "shapewright/v1/measure.pb.h"

namespace shapewright::questions {

// What of a cost no sizes change.
struct CostMarks {
  explicit CostMarks(const Cost& cost) : is_upper(cost.is_upper), uncounted(cost.uncounted) {}

  bool is_upper;
  uint32_t uncounted;
};

// Writes the parts of a cost at given sizes, `kCostParts` of them. `machine` may be null.
void SetNumbers(absl::Span<const CostNumber> parts, const CostMarks& marks,
                const v1::Machine* machine, v1::CostNumbers* numbers);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_COST_COST_NUMBERS_H_
