#ifndef SHAPEWRIGHT_CORE_INFERENCE_COST_PEAK_MEMORY_H_
#define SHAPEWRIGHT_CORE_INFERENCE_COST_PEAK_MEMORY_H_

#include <cstdint>

#include "core/inference/engine/engine.h"
#include "core/symbolic/expr.h"

namespace shapewright::inference {

// The largest sum of intermediates that live at one step, as an expression (S56). Unknown where no
// size is.
struct PeakMemory {
  symbolic::Expr bytes;
  // It leaves out values whose size is not known, or sets of values beyond the most that one
  // expression is made of (S57).
  bool is_lower = false;
  // A branch, a trip count or data make it an upper bound.
  bool is_upper = false;
};

// The engine has run; adds expressions to it. `alignment` is a power of two.
PeakMemory FindPeakMemory(Engine& engine, int64_t alignment);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_COST_PEAK_MEMORY_H_
