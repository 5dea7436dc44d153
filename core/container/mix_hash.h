#ifndef SHAPEWRIGHT_CORE_CONTAINER_MIX_HASH_H_
#define SHAPEWRIGHT_CORE_CONTAINER_MIX_HASH_H_

#include <cstdint>

namespace shapewright {

// A hash of one more word: a few cycles, for tables within one process whose keys
// nobody forges.
inline uint32_t MixHash(uint32_t hash, uint64_t word) {
  const uint64_t mixed = (hash ^ word) * 0x9e3779b97f4a7c15u;
  return static_cast<uint32_t>(mixed >> 32) ^ static_cast<uint32_t>(mixed);
}

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_CONTAINER_MIX_HASH_H_
