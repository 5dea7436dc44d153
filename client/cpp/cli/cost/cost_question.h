#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_COST_COST_QUESTION_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_COST_COST_QUESTION_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "shapewright/v1/cost.pb.h"

namespace shapewright::cli {

// What `cost` asks, without the model.
struct CostQuestion {
  v1::EstimateCostRequest request;
  // How many parts are printed; 0: all.
  int32_t top = 20;
};

inline constexpr absl::string_view kCostParts = "scope op node type";
inline constexpr absl::string_view kConventions = "arithmetic matrix torch fvcore onnx_tool";

// `scope`, `op`, `node`.
absl::Status ParseCostPart(absl::string_view text, CostQuestion* question);
absl::Status ParseConvention(absl::string_view text, CostQuestion* question);
// `2e12,1e11`: operations and bytes in a second.
absl::Status ParseMachine(absl::string_view text, CostQuestion* question);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_COST_COST_QUESTION_H_
