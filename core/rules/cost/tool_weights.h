#ifndef SHAPEWRIGHT_CORE_RULES_COST_TOOL_WEIGHTS_H_
#define SHAPEWRIGHT_CORE_RULES_COST_TOOL_WEIGHTS_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace shapewright::rules {

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

// Programs that count what models cost, each in its way.
enum class CountingTool : uint8_t { kTorch, kFvcore, kOnnxTool };

// How a tool weighs an operator; all 0 where it leaves the operator out. In
// core/rules/operators/cost/tool_weights.cc.
CostWeights ToolWeights(CountingTool tool, absl::string_view op_type);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_COST_TOOL_WEIGHTS_H_
