#include "server/cache/sharded_cache.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace shapewright::server {
namespace {

using Cache = ShardedCache<std::shared_ptr<const std::string>>;

CacheKey AnswerKey(const std::string& bytes) { return {KeyKind::kInferShapes, bytes}; }

std::shared_ptr<const std::string> Text(const std::string& text) {
  return std::make_shared<const std::string>(text);
}

TEST(ShardedCache, FindsWhatWasInserted) {
  Cache cache(1 << 20);
  EXPECT_FALSE(cache.Find(AnswerKey("a")).has_value());
  EXPECT_EQ(cache.Insert(AnswerKey("a"), Text("1"), 1), 0);
  ASSERT_TRUE(cache.Find(AnswerKey("a")).has_value());
  EXPECT_EQ(**cache.Find(AnswerKey("a")), "1");
  EXPECT_EQ(cache.entries(), 1);
}

TEST(ShardedCache, KeysOfTwoKindsAreNeverEqual) {
  Cache cache(1 << 20);
  cache.Insert(AnswerKey("a"), Text("1"), 1);
  EXPECT_FALSE(cache.Find(CacheKey(ModelKeyKinds(KeyKind::kInferShapes).path, "a")).has_value());
}

// The key that is kept is a copy.
TEST(ShardedCache, KeysMayGoAway) {
  Cache cache(1 << 20);
  {
    const std::string key(1000, 'k');
    cache.Insert(AnswerKey(key), Text("1"), 1);
  }
  EXPECT_TRUE(cache.Find(AnswerKey(std::string(1000, 'k'))).has_value());
}

TEST(ShardedCache, TheFirstOfEqualKeysStays) {
  Cache cache(1 << 20);
  cache.Insert(AnswerKey("a"), Text("1"), 1);
  EXPECT_EQ(cache.Insert(AnswerKey("a"), Text("2"), 1), 0);
  EXPECT_EQ(**cache.Find(AnswerKey("a")), "1");
  EXPECT_EQ(cache.entries(), 1);
  EXPECT_EQ(cache.bytes(), 1 + 1 + Cache::kEntryBytes);
}

TEST(ShardedCache, NeverOverItsBound) {
  constexpr size_t kCapacity = 64 << 10;
  Cache cache(kCapacity);
  size_t evicted = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::string key = std::to_string(i);
    evicted += cache.Insert(AnswerKey(key), Text(key), 1000).value_or(0);
    EXPECT_LE(cache.bytes(), kCapacity);
  }
  EXPECT_EQ(cache.entries() + evicted, 1000);
  EXPECT_GT(cache.entries(), kCapacity / 1300) << "and makes use of it";
}

// A value that fits alone is kept and evicts all others; one that is too large evicts nothing.
TEST(ShardedCache, OneValueMayTakeAll) {
  constexpr size_t kCapacity = 10'000;
  Cache cache(kCapacity);
  for (int i = 0; i < 10; ++i) cache.Insert(AnswerKey(std::to_string(i)), Text(""), 100);
  EXPECT_EQ(cache.entries(), 10);
  EXPECT_FALSE(cache.Insert(AnswerKey("big"), Text(""), kCapacity).has_value());
  EXPECT_EQ(cache.entries(), 10);
  EXPECT_EQ(cache.Insert(AnswerKey("fit"), Text("fit"), kCapacity - 3 - Cache::kEntryBytes), 10);
  EXPECT_TRUE(cache.Find(AnswerKey("fit")).has_value());
}

TEST(ShardedCache, WithoutRoomKeepsNothing) {
  Cache cache(0);
  EXPECT_FALSE(cache.Insert(AnswerKey("a"), Text("1"), 0).has_value());
  EXPECT_FALSE(cache.Find(AnswerKey("a")).has_value());
}

// An entry in constant use survives a stream of others of many times the capacity.
TEST(ShardedCache, WhatIsInUseStays) {
  Cache cache(256 << 10);
  cache.Insert(AnswerKey("hot"), Text("hot"), 1000);
  for (int i = 0; i < 5000; ++i) {
    cache.Insert(AnswerKey(std::to_string(i)), Text(""), 1000);
    ASSERT_TRUE(cache.Find(AnswerKey("hot")).has_value()) << i;
  }
}

TEST(ShardedCache, LetsGoOfValues) {
  Cache cache(10'000);
  const auto value = Text("1");
  cache.Insert(AnswerKey("a"), value, 100);
  EXPECT_EQ(value.use_count(), 2);
  cache.Insert(AnswerKey("b"), Text("2"), 10'000 - 1 - Cache::kEntryBytes);
  EXPECT_EQ(value.use_count(), 1);
}

TEST(ShardedCache, ManyThreads) {
  constexpr size_t kCapacity = 128 << 10;
  Cache cache(kCapacity);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&cache, &wrong, t] {
      for (int i = 0; i < 3000; ++i) {
        const std::string key = std::to_string((i * (t + 1)) % 700);
        const auto found = cache.Find(AnswerKey(key));
        if (found.has_value() && **found != key) ++wrong;
        if (!found.has_value()) cache.Insert(AnswerKey(key), Text(key), 500);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_LE(cache.bytes(), kCapacity);
}

}  // namespace
}  // namespace shapewright::server
