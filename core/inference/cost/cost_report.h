#ifndef SHAPEWRIGHT_CORE_INFERENCE_COST_COST_REPORT_H_
#define SHAPEWRIGHT_CORE_INFERENCE_COST_COST_REPORT_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/inference/cost/cost_sum.h"
#include "core/inference/engine/engine.h"
#include "core/rules/cost/tool_weights.h"
#include "core/symbolic/site.h"

namespace shapewright::inference {

// What is counted besides the total.
struct CostSelection {
  // How an operator's operations add up to flops.
  std::function<ops::CostWeights(absl::string_view op_type)> weights;
  bool by_node = false;
  bool by_scope = false;
  bool by_operator = false;
  uint32_t scope_depth = 0;
};

// How the nodes of an operator are counted (S54); `reason` is a literal.
struct OperatorNodes {
  enum class Kind : uint8_t { kCounted, kFree, kUncounted };

  Kind kind = Kind::kCounted;
  uint32_t nodes = 0;
  absl::string_view reason;
  symbolic::Site first;
};

// The cost of a model (S51 to S55).
struct CostReport {
  Cost total;
  // By node of the main graph; by name of the scope; by operator, `com.microsoft:Gelu`.
  std::vector<Cost> nodes;
  std::map<std::string, Cost> scopes;
  std::map<std::string, Cost> operators;
  // By operator and kind, in the order of the first nodes.
  std::vector<std::pair<std::string, OperatorNodes>> lists;
};

// Counts a finished inference. Adds expressions to the engine. Stops early if the work is stopped.
CostReport CountCost(Engine& engine, const CostSelection& selection);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_COST_COST_REPORT_H_
