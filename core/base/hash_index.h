#ifndef SHAPEWRIGHT_CORE_BASE_HASH_INDEX_H_
#define SHAPEWRIGHT_CORE_BASE_HASH_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/huge_pages.h"

namespace shapewright {

// A hash table of indices of items that are stored elsewhere. It stores the hashes, so that
// rehashing does not read the items.
class HashIndex {
 public:
  static constexpr uint32_t kNone = 0xffffffff;

  // Room for so many.
  void Reserve(size_t count);

  // The number with this hash for which `equal(number)` holds, or kNone.
  template <typename Equal>
  uint32_t Find(uint32_t hash, const Equal& equal) const {
    if (slots_.empty()) return kNone;
    for (size_t i = hash & mask_;; i = (i + 1) & mask_) {
      const Slot& slot = slots_[i];
      if (slot.number == kNone) return kNone;
      if (slot.hash == hash && equal(slot.number)) return slot.number;
    }
  }

  // The number must not be there.
  void Insert(uint32_t hash, uint32_t number);

  // Removes all entries, and keeps the memory unless it is large.
  void Clear();

  // Prefetches the slot of a hash that is looked up soon.
  void Prefetch(uint32_t hash) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[hash & mask_], 1);
  }

 private:
  struct Slot {
    uint32_t hash = 0;
    uint32_t number = kNone;
  };
  using Slots = std::vector<Slot, HugePageAllocator<Slot>>;

  void Rehash(size_t slot_count);
  void Place(Slot slot);

  Slots slots_;
  size_t mask_ = 0;
  size_t size_ = 0;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_BASE_HASH_INDEX_H_
