#include "core/base/hash_map.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "tests/mebibyte.h"

namespace shapewright {
namespace {

// Uses up what there is, so that the next large allocation throws.
std::vector<char> Fill(WorkMemory& memory) {
  return std::vector<char>(memory.limit() - memory.used() - HeapGuard::kStep);
}

template <typename Table, typename Add>
void ExpectGrowsWithoutMemory(Table table, Add add) {
  WorkMemory memory(4 * kMiB);
  const int64_t before = ThreadHeapBytes();
  {
    const HeapGuard guard(memory);
    const std::vector<char> all = Fill(memory);
    ASSERT_THROW(std::vector<char>(2 * kMiB), std::bad_alloc);
    for (int64_t i = 0; i < 500'000; ++i) add(table, i);
    EXPECT_EQ(table.size(), 500'000U);
    EXPECT_TRUE(HeapGuard::is_exceeded());
    EXPECT_LE(memory.used(), memory.limit());
    table = Table();
    EXPECT_LE(ThreadHeapBytes() - before, static_cast<int64_t>(memory.limit()));
  }
  EXPECT_EQ(ThreadHeapBytes(), before);
}

TEST(HashMap, GrowsWhereMemoryIsSpent) {
  if (!IsHeapCounted()) GTEST_SKIP() << "a sanitizer allocates";
  ExpectGrowsWithoutMemory(HashMap<int64_t, int64_t>(),
                           [](auto& table, int64_t i) { table[i] = i; });
  ExpectGrowsWithoutMemory(HashSet<int64_t>(), [](auto& table, int64_t i) { table.insert(i); });
  ExpectGrowsWithoutMemory(BtreeMap<int64_t, int64_t>(),
                           [](auto& table, int64_t i) { table[i] = i; });
}

// A place in the table is taken before the element is there.
TEST(HashMap, ElementsAreMadeWhereMemoryIsSpent) {
  if (!IsHeapCounted()) GTEST_SKIP() << "a sanitizer allocates";
  const std::string large(2 * kMiB, 'x');
  const absl::string_view key = large;
  WorkMemory memory(4 * kMiB);
  const HeapGuard guard(memory);
  const std::vector<char> all = Fill(memory);
  ASSERT_THROW(std::string(large.data(), large.size()), std::bad_alloc);
  HashMap<std::string, int> map;
  map.try_emplace(key, 1);
  HashSet<std::string> set;
  set.emplace(key);
  BtreeMap<std::string, std::string> tree;
  tree.emplace(large, large);
  EXPECT_TRUE(HeapGuard::is_exceeded());
  EXPECT_TRUE(map.contains(key) && set.contains(key) && tree.contains(large));
}

// The guard knows of what it did not have to allow, though nothing is allocated after it.
TEST(HashMap, WhatATableTakesIsCounted) {
  if (!IsHeapCounted()) GTEST_SKIP() << "a sanitizer allocates";
  WorkMemory memory(64 * kMiB);
  const HeapGuard guard(memory);
  HashSet<int64_t> some;
  some.reserve(1'000'000);
  EXPECT_FALSE(HeapGuard::is_exceeded());
  EXPECT_GE(memory.used(), 8'000'000U);
  HashSet<int64_t> many;
  many.reserve(16'000'000);
  EXPECT_TRUE(HeapGuard::is_exceeded());
  EXPECT_TRUE(HeapGuard::is_too_large());
  // Messages of errors still find room.
  EXPECT_EQ(absl::StrCat("the table has room for ", std::string(100, '9')).size(), 123U);
}

TEST(HashMap, MovesLikeAbseils) {
  using Map = HashMap<std::string, std::string>;
  static_assert(std::is_nothrow_move_constructible_v<Map>);
  static_assert(std::is_nothrow_move_assignable_v<Map>);
  static_assert(sizeof(Map) == sizeof(absl::flat_hash_map<std::string, std::string>));
  Map map = {{"a", "b"}};
  const std::string* const place = &map.at("a");
  Map other;
  other = std::move(map);
  EXPECT_EQ(&other.at("a"), place);
}

}  // namespace
}  // namespace shapewright
