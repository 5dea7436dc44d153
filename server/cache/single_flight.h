#ifndef SHAPEWRIGHT_SERVER_CACHE_SINGLE_FLIGHT_H_
#define SHAPEWRIGHT_SERVER_CACHE_SINGLE_FLIGHT_H_

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/heap.h"
#include "server/cache/cache_key.h"

namespace shapewright::server {

// Lets equal calls wait for one piece of work. The work, a flight, belongs to no call: it goes on
// while any call waits for it, whichever started it. A waiter is in its flight from Join() until
// exactly one of Leave(), TakeLate() and Land() removes it; the one that does so answers it.
// Thread-safe. A `Waiter` has `deadline()` and `set_joined(bool)`.
template <typename Waiter>
class SingleFlight {
 public:
  using Clock = std::chrono::system_clock;

  class Flight {
   public:
    explicit Flight(const CacheKey& key) : bytes_(key.bytes()), key_(key.Over(bytes_)) {}
    Flight(const Flight&) = delete;
    Flight& operator=(const Flight&) = delete;

    const CacheKey& key() const { return key_; }
    // No call waits any more, and none will: the work is useless.
    bool is_abandoned() const { return is_abandoned_.load(std::memory_order_relaxed); }
    // How far the work has come, in units of its own. The work adds to it.
    std::atomic<uint64_t>& progress() { return progress_; }
    // The progress when the flight was abandoned.
    uint64_t progress_when_abandoned() const { return progress_when_abandoned_; }

   private:
    friend class SingleFlight;

    const std::string bytes_;
    const CacheKey key_;
    std::atomic<bool> is_abandoned_{false};
    std::atomic<uint64_t> progress_{0};
    std::atomic<uint64_t> progress_when_abandoned_{0};
    // At most the earliest deadline of those who wait.
    std::atomic<Clock::time_point> first_deadline_{Clock::time_point::max()};
    std::vector<Waiter*> waiters_;  // guarded by the mutex of SingleFlight
  };

  SingleFlight() = default;
  SingleFlight(const SingleFlight&) = delete;
  SingleFlight& operator=(const SingleFlight&) = delete;

  struct Joined {
    std::shared_ptr<Flight> flight;
    bool is_first;  // must start the work
  };

  // Joins or creates the flight of `key`. set_joined() tells the waiter whether the flight existed.
  Joined Join(const CacheKey& key, Waiter& waiter) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const HeapGuard::Pause pause;  // a flight without a waiter would never end
    const auto found = flights_.find(key);
    const bool is_first = found == flights_.end();
    std::shared_ptr<Flight> flight = is_first ? std::make_shared<Flight>(key) : found->second;
    if (is_first) flights_.emplace(flight->key_, flight);
    flight->waiters_.push_back(&waiter);
    flight->first_deadline_ = std::min(flight->first_deadline_.load(), waiter.deadline());
    waiter.set_joined(!is_first);
    return {std::move(flight), is_first};
  }

  // Removes the waiter. False if it was not in the flight any more.
  bool Leave(Flight& flight, Waiter& waiter) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = std::find(flight.waiters_.begin(), flight.waiters_.end(), &waiter);
    if (found == flight.waiters_.end()) return false;
    flight.waiters_.erase(found);
    AbandonIfEmpty(flight);
    return true;
  }

  // Removes and returns the waiters whose deadline has passed.
  std::vector<Waiter*> TakeLate(Flight& flight, Clock::time_point now) {
    if (now < flight.first_deadline_.load(std::memory_order_relaxed)) return {};
    const std::lock_guard<std::mutex> lock(mutex_);
    std::vector<Waiter*>& waiters = flight.waiters_;
    const auto late = std::stable_partition(
        waiters.begin(), waiters.end(), [now](Waiter* waiter) { return now < waiter->deadline(); });
    std::vector<Waiter*> taken(late, waiters.end());
    waiters.erase(late, waiters.end());
    Clock::time_point first = Clock::time_point::max();
    for (const Waiter* waiter : waiters) first = std::min(first, waiter->deadline());
    flight.first_deadline_ = first;
    AbandonIfEmpty(flight);
    return taken;
  }

  // The work has ended: removes the flight, and returns all its waiters. Later calls start a new
  // one.
  std::vector<Waiter*> Land(Flight& flight) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::vector<Waiter*> taken = std::move(flight.waiters_);
    flight.waiters_.clear();
    AbandonIfEmpty(flight);
    return taken;
  }

  // Whether there is a flight of the key that calls wait for.
  bool IsUnderWay(const CacheKey& key) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return flights_.count(key) > 0;
  }

  // The number of such flights.
  size_t size() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return flights_.size();
  }

 private:
  void AbandonIfEmpty(Flight& flight) {
    if (!flight.waiters_.empty()) return;
    if (flight.is_abandoned_) return;
    flight.progress_when_abandoned_ = flight.progress_.load(std::memory_order_relaxed);
    flight.is_abandoned_ = true;
    flights_.erase(flight.key_);
  }

  mutable std::mutex mutex_;
  std::unordered_map<CacheKey, std::shared_ptr<Flight>, CacheKey::Hash> flights_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CACHE_SINGLE_FLIGHT_H_
