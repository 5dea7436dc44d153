#ifndef SHAPEWRIGHT_CORE_GRAPH_NAME_TABLE_H_
#define SHAPEWRIGHT_CORE_GRAPH_NAME_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

namespace shapewright::graph {

// Numbers of things by hash: open addressing over eight bytes per slot. What is
// equal, the caller says, who also keeps the things.
class HashIndex {
 public:
  static constexpr uint32_t kNone = 0xffffffff;

  // Makes room, so that `count` numbers go in without growing.
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

  void Insert(uint32_t hash, uint32_t number);

  // Fetches the place of a hash that is looked up soon into the cache.
  void Prefetch(uint32_t hash) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[hash & mask_], 1);
  }

 private:
  struct Slot {
    uint32_t hash = 0;
    uint32_t number = kNone;
  };

  void Rehash(size_t slot_count);
  void Place(Slot slot);

  std::vector<Slot> slots_;
  size_t mask_ = 0;
  size_t size_ = 0;
};

using NameId = uint32_t;

// A name of a model and what it stands for where the reader is.
struct Name {
  absl::string_view text;
  // The value it is bound to; also one of a scope left long ago.
  uint32_t value = 0xffffffff;
  // The graph that last used it while it stood for nothing; -1 for none.
  int32_t undefined_in = -1;
};

// The distinct names of a model, each hashed once per use.
class NameTable {
 public:
  static constexpr NameId kNone = HashIndex::kNone;

  void Reserve(size_t count);

  NameId Find(absl::string_view text) const;
  NameId FindOrAdd(absl::string_view text);
  void Prefetch(absl::string_view text) const;

  Name& operator[](NameId id) { return names_[id]; }

 private:
  NameId Find(absl::string_view text, uint32_t hash) const {
    return index_.Find(hash, [&](NameId id) { return names_[id].text == text; });
  }

  HashIndex index_;
  std::vector<Name> names_;
};

// Salted by the process, so that nobody can send names that all collide.
uint32_t HashText(absl::string_view text);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_NAME_TABLE_H_
