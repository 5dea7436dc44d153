#include "core/base/mix_hash.h"

#include <cstring>
#include <random>

namespace shapewright {
namespace {

HashSalt MakeSalt() {
  std::random_device random;
  const auto word = [&] { return uint64_t{random()} << 32 | random(); };
  return {word() | 1, word()};
}

template <typename Word>
uint64_t Load(const char* place) {
  Word word;
  std::memcpy(&word, place, sizeof(word));
  return word;
}

// As MixHash, of two words. The salt keeps senders from choosing words that make a factor 0.
uint64_t MixPair(uint64_t hash, uint64_t first, uint64_t second) {
  const UInt128 product =
      static_cast<UInt128>((hash ^ first) + kHashSalt.offset) * (second ^ kHashSalt.factor);
  return static_cast<uint64_t>(product >> 64) ^ static_cast<uint64_t>(product);
}

}  // namespace

const HashSalt kHashSalt = MakeSalt();

uint64_t HashText(absl::string_view text) {
  const char* place = text.data();
  size_t left = text.size();
  // Mixed, so that texts of different sizes cannot be made to start alike.
  uint64_t hash = MixHash(0, text.size());
  for (; left > 16; left -= 16, place += 16) {
    hash = MixPair(hash, Load<uint64_t>(place), Load<uint64_t>(place + 8));
  }
  // The two words may overlap, or be the same.
  if (left >= 8) {
    return MixPair(hash, Load<uint64_t>(place), Load<uint64_t>(place + left - 8));
  }
  if (left >= 4) {
    return MixPair(hash, Load<uint32_t>(place), Load<uint32_t>(place + left - 4));
  }
  uint64_t last = 0;
  for (size_t i = 0; i < left; ++i) last = last << 8 | static_cast<unsigned char>(place[i]);
  return MixPair(hash, last, 0);
}

}  // namespace shapewright
