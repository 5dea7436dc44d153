#include "core/base/mix_hash.h"

#include <random>

namespace shapewright {
namespace {

HashSalt MakeSalt() {
  std::random_device random;
  const auto word = [&] { return uint64_t{random()} << 32 | random(); };
  return {word() | 1, word()};
}

}  // namespace

const HashSalt kHashSalt = MakeSalt();

}  // namespace shapewright
