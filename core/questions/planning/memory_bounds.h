#ifndef SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_MEMORY_BOUNDS_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_MEMORY_BOUNDS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "core/base/work.h"
#include "core/inference/engine/answer_numbering.h"
#include "core/inference/engine/engine.h"
#include "core/questions/memory/memory_timeline.h"
#include "core/questions/memory/memory_use.h"
#include "core/questions/planning/box_bounds.h"
#include "core/questions/planning/size_products.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::questions {

// Between which amounts the memory of a run lies at all points of a box, without a plan: the arena
// takes at least what lives at one time, and at most all intermediates together. Not thread-safe.
class MemoryBounds {
 public:
  // Boxes will lie within `whole`. Engine and numbering outlive this; the engine's expressions
  // grow.
  MemoryBounds(inference::Engine& engine, const inference::AnswerNumbering& numbering,
               const MemoryPolicy& policy, v1::Quantity::MemoryQuantity quantity, KnownSizes known,
               absl::Span<const symbolic::SymbolId> varying, BoxView whole);

  symbolic::Interval Run(BoxView box, Work& work);

  // The symbols that the amount depends on.
  const std::vector<symbolic::SymbolId>& symbols() const { return bytes_->symbols(); }
  // Whether the amount never falls as the symbol `varying[place]` grows.
  bool GrowsWith(size_t place) const;

 private:
  bool Counts(MemoryRole role) const;
  // The amount if each buffer has the least, or greatest, of its bytes; nothing if that is beyond
  // 64 bits.
  std::optional<int64_t> Sum(absl::Span<const symbolic::Interval> bytes, bool is_least);

  const MemoryPolicy policy_;
  const v1::Quantity::MemoryQuantity quantity_;
  MemoryTimeline timeline_;
  std::vector<size_t> roots_;  // by buffer: the place of its bytes in bytes_
  std::optional<SizeProducts> bytes_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_MEMORY_BOUNDS_H_
