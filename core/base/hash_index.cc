#include "core/base/hash_index.h"

#include <algorithm>
#include <bit>

namespace shapewright {
namespace {

constexpr size_t kMinSlots = 16;
// A larger table costs more to clear than to allocate anew when it is needed again.
constexpr size_t kMaxKeptSlots = 1024;

}  // namespace

void HashIndex::Reserve(size_t count) {
  const size_t wanted = std::max(kMinSlots, std::bit_ceil(2 * count));
  if (wanted > slots_.size()) Rehash(wanted);
}

void HashIndex::Insert(uint32_t hash, uint32_t number) {
  // At most half full.
  if (2 * (size_ + 1) > slots_.size()) Reserve(size_ + 1);
  Place({hash, number});
  ++size_;
}

void HashIndex::Clear() {
  if (size_ == 0) return;
  size_ = 0;
  if (slots_.size() <= kMaxKeptSlots) {
    std::fill(slots_.begin(), slots_.end(), Slot());
    return;
  }
  slots_ = Slots();
  mask_ = 0;
}

void HashIndex::Place(Slot slot) {
  size_t i = slot.hash & mask_;
  while (slots_[i].number != kNone) i = (i + 1) & mask_;
  slots_[i] = slot;
}

void HashIndex::Rehash(size_t slot_count) {
  Slots old(slot_count);
  old.swap(slots_);
  mask_ = slot_count - 1;
  for (const Slot& slot : old) {
    if (slot.number != kNone) Place(slot);
  }
}

}  // namespace shapewright
