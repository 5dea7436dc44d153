#ifndef SHAPEWRIGHT_CORE_INFERENCE_MEMORY_USE_H_
#define SHAPEWRIGHT_CORE_INFERENCE_MEMORY_USE_H_

#include <cstdint>
#include <vector>

#include "core/inference/engine.h"
#include "core/inference/memory_plan.h"
#include "core/inference/value_numbering.h"
#include "core/inference/value_sizes.h"
#include "shapewright/v1/evaluation.pb.h"

namespace shapewright::inference {

// The memory that one run of the main graph needs: weights, inputs, outputs and
// intermediates apart. An intermediate lives from the node that makes it to the
// last one that reads it, also from within its bodies. What bodies and function
// calls use inside is not counted. Not thread-safe.
class MemoryUse {
 public:
  // The engine and the numbering outlive it.
  MemoryUse(Engine& engine, const ValueNumbering& numbering, int64_t alignment);

  void Evaluate(symbolic::Bindings bindings, bool with_arena, v1::Memory* memory);

 private:
  enum class Role : uint8_t { kWeight, kInput, kOutput, kIntermediate };

  void AssignRoles();
  void FindLifetimes();
  bool IsOfMain(graph::ValueId value) const;
  void Use(graph::ValueId value, uint32_t step);
  int64_t TotalOf(Role role, v1::Memory* memory) const;
  void PlanIntermediates(bool with_arena, v1::Memory* memory) const;

  const graph::Model& model_;
  const ValueNumbering& numbering_;
  int64_t alignment_;
  // By number of the value.
  std::vector<Role> roles_;
  std::vector<uint32_t> first_steps_;
  std::vector<uint32_t> last_steps_;
  ValueSizes sizes_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_MEMORY_USE_H_
