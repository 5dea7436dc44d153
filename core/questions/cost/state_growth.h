#ifndef SHAPEWRIGHT_CORE_QUESTIONS_COST_STATE_GROWTH_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_COST_STATE_GROWTH_H_

#include <vector>

#include "absl/status/status.h"
#include "core/inference/engine/engine.h"
#include "core/symbolic/expr.h"
#include "shapewright/v1/cost.pb.h"

namespace shapewright::questions {

// What a model passes on from one run to the next, such as the keys and values of attention.
struct StateGrowth {
  struct Pair {
    graph::ValueId input;
    graph::ValueId output;
  };
  std::vector<Pair> pairs;
  symbolic::Expr bytes_per_token;
  symbolic::Expr bytes;
};

// The pairs of the request, or if it has none, inputs and outputs that `past` and `present` in
// their names show to be pairs, and of which one axis grows. INVALID_ARGUMENT, with the path of the
// field, for names that the model does not have. The engine has run; adds expressions to it.
absl::Status FindStateGrowth(const v1::EstimateCostRequest& request, inference::Engine& engine,
                             StateGrowth* growth);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_COST_STATE_GROWTH_H_
