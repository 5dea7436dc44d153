#ifndef SHAPEWRIGHT_CORE_QUESTIONS_COST_COST_REPORT_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_COST_COST_REPORT_H_

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/inference/engine/engine.h"
#include "core/questions/cost/cost_sum.h"
#include "core/questions/cost/measure.h"
#include "core/symbolic/site.h"

namespace shapewright::questions {

// The parts that nodes of all graphs are grouped into.
enum class CostGrouping : uint8_t { kScope, kOperator, kElementType };
inline constexpr size_t kCostGroupings = 3;

// By name: of the scope, the operator (`com.microsoft:Gelu`), or the element type.
using CostGroups = std::array<std::map<std::string, Cost>, kCostGroupings>;

// What is counted besides the total.
struct CostSelection {
  OperatorWeights weights;
  bool by_node = false;
  std::array<bool, kCostGroupings> by = {};
  uint32_t scope_depth = 0;

  bool is_by(CostGrouping grouping) const { return by[static_cast<size_t>(grouping)]; }
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
  // By node of the main graph.
  std::vector<Cost> nodes;
  CostGroups groups;
  // By operator and kind, in the order of the first nodes.
  std::vector<std::pair<std::string, OperatorNodes>> lists;
};

// Counts a finished inference. Adds expressions to the engine. Stops early if the work is stopped.
CostReport CountCost(inference::Engine& engine, const CostSelection& selection);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_COST_COST_REPORT_H_
