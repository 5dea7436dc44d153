#ifndef SHAPEWRIGHT_CORE_QUESTIONS_MEMORY_MEMORY_PLAN_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_MEMORY_MEMORY_PLAN_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "core/base/work.h"

namespace shapewright::questions {

// A piece of memory that is in use from one step to another, both included.
struct LiveBuffer {
  int64_t bytes = 0;
  uint32_t first_step = 0;
  uint32_t last_step = 0;
};

// An offset for each buffer, so that buffers which are live at the same time do not
// overlap.
struct MemoryPlan {
  std::vector<int64_t> offsets;  // by buffer
  int64_t peak_bytes = 0;        // the end of the last buffer
  // The largest sum of aligned bytes that are live at one step, and that step. No plan has a lower
  // peak.
  int64_t lower_bound_bytes = 0;
  uint32_t peak_step = 0;
};

// `alignment` is a power of two. Nothing if a sum exceeds 64 bits or the work is stopped.
std::optional<MemoryPlan> PlanMemory(absl::Span<const LiveBuffer> buffers, int64_t alignment,
                                     Work& work);

// The lower bound of such a plan alone. Nothing if a sum exceeds 64 bits.
std::optional<int64_t> LeastPeak(absl::Span<const LiveBuffer> buffers, int64_t alignment);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_MEMORY_MEMORY_PLAN_H_
