#include "core/questions/memory/memory_use.h"

#include <algorithm>
#include <numeric>

#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::questions {
namespace {

using inference::AnswerNumbering;
using inference::Engine;

std::vector<shape::TypeId> TypesOf(const MemoryTimeline& timeline) {
  std::vector<shape::TypeId> types;
  types.reserve(timeline.buffers.size());
  for (const TimedBuffer& buffer : timeline.buffers) types.push_back(buffer.type);
  return types;
}

// A negative number stands for an unknown one.
void SetKnown(int64_t bytes, void (v1::Memory::*set)(int64_t), v1::Memory* memory) {
  if (bytes >= 0) (memory->*set)(bytes);
}

void SetTotal(v1::Memory* memory) {
  const bool is_known = memory->has_weights_bytes() && memory->has_inputs_bytes() &&
                        memory->has_outputs_bytes() && memory->has_peak_bytes();
  if (!is_known) return;
  int64_t total = 0;
  for (const int64_t part : {memory->weights_bytes(), memory->inputs_bytes(),
                             memory->outputs_bytes(), memory->peak_bytes()}) {
    const auto sum = symbolic::CheckedAdd(total, part);
    if (!sum) return;
    total = *sum;
  }
  memory->set_total_bytes(total);
}

}  // namespace

MemoryUse::MemoryUse(Engine& engine, const AnswerNumbering& numbering, const MemoryPolicy& policy)
    : policy_(policy),
      timeline_(BuildTimeline(engine, numbering)),
      sizes_(engine, TypesOf(timeline_)) {
  for (uint32_t i = 0; i < timeline_.buffers.size(); ++i) {
    if (timeline_.buffers[i].role == MemoryRole::kIntermediate) intermediates_.push_back(i);
  }
}

int64_t MemoryUse::TotalOf(MemoryRole role, v1::Memory* memory) const {
  int64_t total = 0;
  for (size_t i = 0; i < timeline_.buffers.size(); ++i) {
    if (timeline_.buffers[i].role != role) continue;
    const int64_t bytes = sizes_.Bytes(i);
    if (bytes < 0) return -1;
    const auto sum = symbolic::CheckedAdd(total, bytes);
    if (!sum) return -1;
    total = *sum;
    if (!sizes_.HasExactBytes(i)) memory->set_upper_bound(true);
  }
  return total;
}

std::vector<uint32_t> MemoryUse::FindPlaces() const {
  std::vector<uint32_t> places(intermediates_.size());
  std::iota(places.begin(), places.end(), 0);
  if (!policy_.reuse_in_place) return places;
  std::vector<bool> is_taken(timeline_.buffers.size());
  for (uint32_t i = 0; i < intermediates_.size(); ++i) {
    for (const uint32_t operand : intermediate(i).overwrites) {
      // The operand is read later, or was overwritten already.
      if (timeline_.buffers[operand].last != intermediate(i).first || is_taken[operand]) continue;
      if (!sizes_.HaveSameSizes(operand, intermediates_[i])) continue;
      is_taken[operand] = true;
      const auto found = std::lower_bound(intermediates_.begin(), intermediates_.end(), operand);
      places[i] = places[static_cast<size_t>(found - intermediates_.begin())];
      break;
    }
  }
  return places;
}

void MemoryUse::PlanIntermediates(bool with_arena, Work& work, v1::Memory* memory) const {
  const std::vector<uint32_t> places = FindPlaces();
  std::vector<LiveBuffer> buffers(intermediates_.size());
  for (size_t i = 0; i < intermediates_.size(); ++i) {
    const TimedBuffer& buffer = intermediate(i);
    // A buffer lives as long as the last of the values that overwrite it.
    LiveBuffer& live = buffers[places[i]];
    if (places[i] == i) live = {sizes_.Bytes(intermediates_[i]), buffer.first, buffer.last};
    live.last_step = std::max(live.last_step, buffer.last);
  }
  const auto plan = PlanMemory(buffers, policy_.alignment, work);
  if (!plan) return;
  memory->set_peak_bytes(plan->peak_bytes);
  memory->set_lower_bound_bytes(plan->lower_bound_bytes);
  if (!timeline_.main_steps.empty()) memory->set_peak_node(timeline_.main_steps[plan->peak_step]);
  if (with_arena) WriteArena(places, plan->offsets, memory);
}

void MemoryUse::WriteArena(const std::vector<uint32_t>& places, const std::vector<int64_t>& offsets,
                           v1::Memory* memory) const {
  std::vector<size_t> order(intermediates_.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return intermediate(a).first < intermediate(b).first;
  });
  for (const size_t i : order) {
    v1::Buffer* buffer = memory->add_plan();
    buffer->set_value(intermediate(i).number);
    buffer->set_offset(offsets[places[i]]);
    buffer->set_bytes(sizes_.Bytes(intermediates_[i]));
    buffer->set_first_node(timeline_.main_steps[intermediate(i).first]);
    buffer->set_last_node(timeline_.main_steps[intermediate(i).last]);
  }
}

void MemoryUse::Evaluate(symbolic::Bindings bindings, bool with_arena, Work& work,
                         v1::Memory* memory) {
  work.Count(sizes_.steps() + 4 * timeline_.buffers.size());
  sizes_.Run(bindings);
  SetKnown(TotalOf(MemoryRole::kWeight, memory), &v1::Memory::set_weights_bytes, memory);
  SetKnown(TotalOf(MemoryRole::kInput, memory), &v1::Memory::set_inputs_bytes, memory);
  SetKnown(TotalOf(MemoryRole::kOutput, memory), &v1::Memory::set_outputs_bytes, memory);
  if (timeline_.is_complete) {
    SetKnown(TotalOf(MemoryRole::kIntermediate, memory), &v1::Memory::set_intermediates_bytes,
             memory);
  }
  if (timeline_.has_choices) memory->set_upper_bound(true);
  if (memory->has_intermediates_bytes()) PlanIntermediates(with_arena, work, memory);
  SetTotal(memory);
}

}  // namespace shapewright::questions
