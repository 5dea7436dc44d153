#ifndef SHAPEWRIGHT_CORE_BASE_MIX_HASH_H_
#define SHAPEWRIGHT_CORE_BASE_MIX_HASH_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace shapewright {

__extension__ using UInt128 = unsigned __int128;

// Random numbers of this process; `factor` is odd. Whoever does not know them cannot choose keys
// whose hashes are equal. No order by hash may reach an answer, or it would differ between
// processes (S21).
struct HashSalt {
  uint64_t factor;
  uint64_t offset;
};
extern const HashSalt kHashSalt;

// A hash of one more word, a few cycles.
inline uint64_t MixHash(uint64_t hash, uint64_t word) {
  const UInt128 product = static_cast<UInt128>((hash ^ word) + kHashSalt.offset) * kHashSalt.factor;
  return static_cast<uint64_t>(product >> 64) ^ static_cast<uint64_t>(product);
}

// The hash of a text; reads 16 bytes at a time.
uint64_t HashText(absl::string_view text);

// The upper half, for tables of fewer than 2^32 entries.
inline uint32_t ShortHash(uint64_t hash) {
  return static_cast<uint32_t>(hash >> 32) ^ static_cast<uint32_t>(hash);
}

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_BASE_MIX_HASH_H_
