#include "core/questions/planning/memory_bounds.h"

#include <algorithm>
#include <utility>

#include "core/base/hash_map.h"
#include "core/questions/memory/memory_plan.h"
#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::questions {

using inference::AnswerNumbering;
using inference::Engine;
using symbolic::Interval;
using v1::Quantity;

MemoryBounds::MemoryBounds(Engine& engine, const AnswerNumbering& numbering,
                           const MemoryPolicy& policy, Quantity::MemoryQuantity quantity,
                           KnownSizes known, absl::Span<const symbolic::SymbolId> varying,
                           BoxView whole)
    : policy_(policy), quantity_(quantity), timeline_(BuildTimeline(engine, numbering)) {
  HashMap<shape::TypeId, size_t> places;
  std::vector<SizeProduct> bytes;
  for (const TimedBuffer& buffer : timeline_.buffers) {
    if (!Counts(buffer.role)) {
      roots_.push_back(0);
      continue;
    }
    const auto [found, is_new] = places.try_emplace(buffer.type, bytes.size());
    if (is_new) bytes.push_back(BytesOf(engine.workspace(), buffer.type, known));
    roots_.push_back(found->second);
  }
  bytes_.emplace(engine.workspace().exprs(), std::move(bytes), varying, whole);
}

bool MemoryBounds::Counts(MemoryRole role) const {
  switch (quantity_) {
    case Quantity::MEMORY_QUANTITY_PEAK:
    case Quantity::MEMORY_QUANTITY_LOWER_BOUND:
      return role == MemoryRole::kIntermediate;
    case Quantity::MEMORY_QUANTITY_OUTPUTS:
      return role == MemoryRole::kOutput;
    case Quantity::MEMORY_QUANTITY_WITHOUT_WEIGHTS:
      return role != MemoryRole::kWeight;
    default:
      return true;
  }
}

bool MemoryBounds::GrowsWith(size_t place) const {
  const bool has_arena = quantity_ != Quantity::MEMORY_QUANTITY_OUTPUTS;
  const bool is_planned = has_arena && quantity_ != Quantity::MEMORY_QUANTITY_LOWER_BOUND;
  // Which buffers overwrite others depends on the sizes.
  return !is_planned && !(has_arena && policy_.reuse_in_place) && bytes_->AllGrowWith(place);
}

std::optional<int64_t> MemoryBounds::Sum(absl::Span<const Interval> bytes, bool is_least) {
  int64_t total = 0;
  const auto add = [&total](int64_t more) {
    const auto sum = symbolic::CheckedAdd(total, more);
    total = sum.value_or(0);
    return sum.has_value();
  };
  std::vector<LiveBuffer> live;
  for (size_t i = 0; i < timeline_.buffers.size(); ++i) {
    const TimedBuffer& buffer = timeline_.buffers[i];
    if (!Counts(buffer.role)) continue;
    const Interval range = bytes[roots_[i]];
    if (!is_least && !range.has_max()) return std::nullopt;
    const int64_t size = is_least ? range.min : range.max;
    if (buffer.role != MemoryRole::kIntermediate) {
      if (!add(size)) return std::nullopt;
      continue;
    }
    // It may have no memory of its own.
    const bool may_overwrite = policy_.reuse_in_place && !buffer.overwrites.empty();
    live.push_back({is_least && may_overwrite ? 0 : size, buffer.first, buffer.last});
  }
  if (is_least || quantity_ == Quantity::MEMORY_QUANTITY_LOWER_BOUND) {
    const std::optional<int64_t> peak = LeastPeak(live, policy_.alignment);
    return peak && add(*peak) ? std::optional(total) : std::nullopt;
  }
  for (const LiveBuffer& buffer : live) {
    const auto padded = symbolic::CheckedAdd(buffer.bytes, policy_.alignment - 1);
    if (!padded || !add(*padded / policy_.alignment * policy_.alignment)) return std::nullopt;
  }
  return total;
}

Interval MemoryBounds::Run(BoxView box, Work& work) {
  work.Count(4 * timeline_.buffers.size());
  const absl::Span<const Interval> bytes = bytes_->Run(box, work);
  const std::optional<int64_t> least = Sum(bytes, true);
  if (!least) return {Interval::kInfinity, Interval::kInfinity};
  const std::optional<int64_t> greatest = Sum(bytes, false);
  return {*least, greatest.value_or(Interval::kInfinity)};
}

}  // namespace shapewright::questions
