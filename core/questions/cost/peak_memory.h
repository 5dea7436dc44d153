#ifndef SHAPEWRIGHT_CORE_QUESTIONS_COST_PEAK_MEMORY_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_COST_PEAK_MEMORY_H_

#include <cstdint>
#include <vector>

#include "core/inference/engine/engine.h"
#include "core/symbolic/expr.h"

namespace shapewright::questions {

// The largest sum of intermediates that live at one step, as an expression (S56, S57).
struct PeakMemory {
  // Values that live at one step.
  struct Set {
    symbolic::Expr bytes;
    // Of the main graph, which runs then.
    uint32_t node = 0;
    // Conditions that no other of the largest sets needs more; none: always, or they are too many.
    std::vector<symbolic::Expr> when = {};
  };

  // Unknown where no size is.
  symbolic::Expr bytes;
  // It leaves out values whose size is not known, or sets beyond the most that one expression is
  // made of.
  bool is_lower = false;
  // A branch, a trip count or data make it an upper bound.
  bool is_upper = false;
  // With too many sets: a bound of all of them; unknown: none was found.
  symbolic::Expr at_most = {};
  // The sets that `bytes` is made of; and with too many, all.
  std::vector<Set> largest = {};
  std::vector<Set> all = {};

  // What is evaluated at sizes.
  const std::vector<Set>& evaluated() const { return all.empty() ? largest : all; }
};

// The engine has run; adds expressions to it. `alignment` is a power of two.
PeakMemory FindPeakMemory(inference::Engine& engine, int64_t alignment);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_COST_PEAK_MEMORY_H_
