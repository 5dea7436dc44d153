#ifndef SHAPEWRIGHT_SERVER_CACHE_SHARDED_CACHE_H_
#define SHAPEWRIGHT_SERVER_CACHE_SHARDED_CACHE_H_

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/base/heap.h"
#include "server/cache/cache_key.h"

namespace shapewright::server {

// Keeps values by key, up to a total weight in bytes; the least recently used ones are evicted
// first. Its shards have a lock each and share the capacity, so that one value may take all of it.
// Thread-safe. `Value` is cheap to copy, such as a shared pointer.
template <typename Value>
class ShardedCache {
 public:
  // The weight of an entry besides its key and value.
  static constexpr size_t kEntryBytes = 224;

  using Clock = std::chrono::steady_clock;

  // An entry, for ForEach().
  struct Seen {
    const CacheKey& key;
    const Value& value;
    size_t weight;
    uint64_t hits;
    Clock::time_point added;
    // When it was found last.
    Clock::time_point found;
  };

  // With capacity 0 it keeps nothing.
  explicit ShardedCache(size_t capacity) : capacity_(capacity) {}
  ShardedCache(const ShardedCache&) = delete;
  ShardedCache& operator=(const ShardedCache&) = delete;

  std::optional<Value> Find(const CacheKey& key) {
    if (capacity_ == 0) return std::nullopt;
    Shard& shard = ShardOf(key);
    const std::lock_guard<std::mutex> lock(shard.mutex);
    const auto found = shard.index.find(key);
    if (found == shard.index.end()) return std::nullopt;
    shard.entries.splice(shard.entries.begin(), shard.entries, found->second);
    found->second->last_use = ++uses_;
    ++found->second->hits;
    found->second->found = Clock::now();
    return found->second->value;
  }

  // If there is an equal key its value stays, as equal keys have equal values. Returns how many
  // entries were evicted, or nothing if the value is too heavy to be kept.
  std::optional<size_t> Insert(const CacheKey& key, Value value, size_t weight) {
    weight += key.bytes().size() + kEntryBytes;
    if (weight > capacity_) return std::nullopt;
    Shard& shard = ShardOf(key);
    {
      const std::lock_guard<std::mutex> lock(shard.mutex);
      if (shard.index.contains(key)) return 0;
      const HeapGuard::Pause pause;  // an exception would leave an entry without an index
      shard.entries.push_front(
          {std::string(key.bytes()), std::move(value), weight, key, ++uses_, 0, Clock::now(), {}});
      shard.entries.front().found = shard.entries.front().added;
      Entry& entry = shard.entries.front();
      entry.key = key.Over(entry.bytes);
      shard.index.emplace(entry.key, shard.entries.begin());
      bytes_ += weight;
      ++entries_;
    }
    return Shrink();
  }

  // Calls `see` for all entries, in no order. It must not call the cache.
  void ForEach(const std::function<void(const Seen&)>& see) const {
    for (const Shard& shard : shards_) {
      const std::lock_guard<std::mutex> lock(shard.mutex);
      for (const Entry& entry : shard.entries) {
        see({entry.key, entry.value, entry.weight, entry.hits, entry.added, entry.found});
      }
    }
  }

  // Removes the entries that `is_gone` says of. Those who use their values keep them. Returns how
  // many there were.
  size_t Remove(const std::function<bool(const CacheKey&)>& is_gone) {
    size_t count = 0;
    for (Shard& shard : shards_) {
      std::list<Entry> gone;  // released outside the lock
      const std::lock_guard<std::mutex> lock(shard.mutex);
      for (auto entry = shard.entries.begin(); entry != shard.entries.end();) {
        const auto current = entry++;
        if (!is_gone(current->key)) continue;
        shard.index.erase(current->key);
        bytes_ -= current->weight;
        --entries_;
        ++count;
        gone.splice(gone.begin(), shard.entries, current);
      }
    }
    return count;
  }

  size_t bytes() const { return bytes_; }
  size_t entries() const { return entries_; }

 private:
  struct Entry {
    std::string bytes;
    Value value;
    size_t weight;
    CacheKey key;  // a view of `bytes`
    uint64_t last_use;
    uint64_t hits;
    Clock::time_point added;
    Clock::time_point found;
  };

  struct Shard {
    mutable std::mutex mutex;
    // Guarded by mutex, as is all below. The most recently used entry is first.
    std::list<Entry> entries;
    std::unordered_map<CacheKey, typename std::list<Entry>::iterator, CacheKey::Hash> index;
  };

  static constexpr size_t kShards = 16;

  // The lower bits choose the slot within the shard.
  Shard& ShardOf(const CacheKey& key) { return shards_[(key.hash() >> 48) % kShards]; }

  size_t Shrink() {
    size_t evicted = 0;
    while (bytes_ > capacity_ && Evict(Oldest())) ++evicted;
    return evicted;
  }

  // The shard with the least recently used entry.
  Shard& Oldest() {
    Shard* oldest = shards_.data();
    uint64_t least = std::numeric_limits<uint64_t>::max();
    for (Shard& shard : shards_) {
      const std::lock_guard<std::mutex> lock(shard.mutex);
      if (shard.entries.empty() || shard.entries.back().last_use >= least) continue;
      least = shard.entries.back().last_use;
      oldest = &shard;
    }
    return *oldest;
  }

  // False if other threads have emptied the shard, which made room as well.
  bool Evict(Shard& shard) {
    std::list<Entry> gone;  // released outside the lock
    const std::lock_guard<std::mutex> lock(shard.mutex);
    if (shard.entries.empty()) return false;
    gone.splice(gone.begin(), shard.entries, std::prev(shard.entries.end()));
    shard.index.erase(gone.front().key);
    bytes_ -= gone.front().weight;
    --entries_;
    return true;
  }

  const size_t capacity_;
  std::array<Shard, kShards> shards_;
  std::atomic<uint64_t> uses_{0};
  // At most the capacity, except during an Insert().
  std::atomic<size_t> bytes_{0};
  std::atomic<size_t> entries_{0};
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CACHE_SHARDED_CACHE_H_
