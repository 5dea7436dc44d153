#ifndef SHAPEWRIGHT_CORE_QUESTIONS_MEMORY_MEMORY_USE_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_MEMORY_MEMORY_USE_H_

#include <cstdint>
#include <vector>

#include "core/inference/engine/answer_numbering.h"
#include "core/inference/engine/engine.h"
#include "core/questions/binding/value_sizes.h"
#include "core/questions/memory/memory_plan.h"
#include "core/questions/memory/memory_timeline.h"
#include "shapewright/v1/evaluate.pb.h"

namespace shapewright::questions {

// How memory is planned.
struct MemoryPolicy {
  int64_t alignment = 64;  // a power of two
  // Elementwise operators overwrite an operand of the same type and sizes that is not read
  // later.
  bool reuse_in_place = false;
};

// The memory that one run needs: weights, inputs, outputs and intermediates
// apart, those of bodies and function calls included (memory_timeline.h says how
// long each lives). Not thread-safe.
class MemoryUse {
 public:
  // The engine and the numbering outlive it.
  MemoryUse(inference::Engine& engine, const inference::AnswerNumbering& numbering,
            const MemoryPolicy& policy);

  // If the work is stopped, the content of `memory` is unspecified.
  void Evaluate(symbolic::Bindings bindings, bool with_arena, Work& work, v1::Memory* memory);

 private:
  int64_t TotalOf(MemoryRole role, v1::Memory* memory) const;
  // By intermediate: the one whose memory it uses, or itself.
  std::vector<uint32_t> FindPlaces() const;
  void PlanIntermediates(bool with_arena, Work& work, v1::Memory* memory) const;
  void WriteArena(const std::vector<uint32_t>& places, const std::vector<int64_t>& offsets,
                  v1::Memory* memory) const;
  const TimedBuffer& intermediate(size_t i) const { return timeline_.buffers[intermediates_[i]]; }

  MemoryPolicy policy_;
  MemoryTimeline timeline_;
  // Their indices in timeline_.buffers.
  std::vector<uint32_t> intermediates_;
  ValueSizes sizes_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_MEMORY_MEMORY_USE_H_
