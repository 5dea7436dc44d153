#include "core/graph/name_table.h"

#include <algorithm>
#include <bit>

#include "absl/hash/hash.h"

namespace shapewright::graph {
namespace {

constexpr size_t kMinSlots = 64;

}  // namespace

uint32_t HashText(absl::string_view text) { return static_cast<uint32_t>(absl::HashOf(text)); }

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

void HashIndex::Place(Slot slot) {
  size_t i = slot.hash & mask_;
  while (slots_[i].number != kNone) i = (i + 1) & mask_;
  slots_[i] = slot;
}

void HashIndex::Rehash(size_t slot_count) {
  std::vector<Slot> old(slot_count);
  old.swap(slots_);
  mask_ = slot_count - 1;
  for (const Slot& slot : old) {
    if (slot.number != kNone) Place(slot);
  }
}

void NameTable::Reserve(size_t count) {
  index_.Reserve(count);
  names_.reserve(count);
}

void NameTable::Prefetch(absl::string_view text) const { index_.Prefetch(HashText(text)); }

NameId NameTable::Find(absl::string_view text) const { return Find(text, HashText(text)); }

NameId NameTable::FindOrAdd(absl::string_view text) {
  const uint32_t hash = HashText(text);
  const NameId found = Find(text, hash);
  if (found != kNone) return found;
  const auto id = static_cast<NameId>(names_.size());
  names_.emplace_back().text = text;
  index_.Insert(hash, id);
  return id;
}

}  // namespace shapewright::graph
