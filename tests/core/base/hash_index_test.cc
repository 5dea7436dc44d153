#include "core/base/hash_index.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <unordered_map>

namespace shapewright {
namespace {

TEST(HashIndex, FindsNothingWhileEmpty) {
  const HashIndex index;
  EXPECT_EQ(index.Find(7, [](uint32_t) { return true; }), HashIndex::kNone);
}

TEST(HashIndex, TellsEqualHashesApartByTheCaller) {
  HashIndex index;
  for (uint32_t number = 0; number < 100; ++number) index.Insert(5, number);
  EXPECT_EQ(index.Find(5, [](uint32_t number) { return number == 63; }), 63u);
  EXPECT_EQ(index.Find(5, [](uint32_t number) { return number == 100; }), HashIndex::kNone);
  EXPECT_EQ(index.Find(69, [](uint32_t) { return true; }), HashIndex::kNone);
}

// Grows past the size from which huge pages are asked for; std::unordered_map is the oracle.
TEST(HashIndex, FindsWhatAMapFinds) {
  std::mt19937 random(1);
  std::unordered_map<uint32_t, uint32_t> expected;
  HashIndex index;
  for (uint32_t number = 0; number < 400'000; ++number) {
    if (const uint32_t hash = random(); expected.emplace(hash, number).second) {
      index.Insert(hash, number);
    }
  }
  for (const auto& [hash, number] : expected) {
    EXPECT_EQ(index.Find(hash, [](uint32_t) { return true; }), number);
    const bool has_next = expected.contains(hash + 1);
    EXPECT_EQ(index.Find(hash + 1, [](uint32_t) { return true; }) != HashIndex::kNone, has_next);
  }
}

TEST(HashIndex, IsEmptyOnceCleared) {
  HashIndex index;
  for (const uint32_t count : {3u, 100u, 5'000u, 3u}) {
    for (uint32_t number = 0; number < count; ++number) index.Insert(number % 7, number);
    EXPECT_EQ(index.Find(1, [](uint32_t number) { return number == 1; }), 1u);
    index.Clear();
    for (uint32_t hash = 0; hash < 7; ++hash) {
      EXPECT_EQ(index.Find(hash, [](uint32_t) { return true; }), HashIndex::kNone);
    }
  }
}

}  // namespace
}  // namespace shapewright
