#ifndef SHAPEWRIGHT_SERVER_PROCESS_STALL_WATCH_H_
#define SHAPEWRIGHT_SERVER_PROCESS_STALL_WATCH_H_

#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>

namespace shapewright::server {

// Something with a time limit, which is told when it exceeds it.
class Stallable {
 public:
  Stallable() = default;
  Stallable(const Stallable&) = delete;
  Stallable& operator=(const Stallable&) = delete;

  // Once for each StallWatch::Watch(), on the watch's thread.
  virtual void OnStalled() = 0;

 protected:
  ~Stallable() = default;

 private:
  friend class StallWatch;
  using Clock = std::chrono::steady_clock;

  // Guarded by the watch's mutex. While this is not watched, `place_` holds its list entry, so that
  // Watch() allocates nothing.
  std::list<Stallable*> place_{this};
  std::list<Stallable*>::iterator entry_ = place_.begin();
  Clock::time_point due_;
};

// Watches many items with the same time limit. Late by a quarter of it at most.
// Thread-safe.
class StallWatch {
 public:
  using Clock = std::chrono::steady_clock;

  explicit StallWatch(Clock::duration limit);
  StallWatch(const StallWatch&) = delete;
  StallWatch& operator=(const StallWatch&) = delete;
  // Stops watching.
  ~StallWatch();

  // Starts the time of an item, or starts it anew.
  void Watch(Stallable& thing);
  // After it returns, OnStalled() is neither running nor called again, unless this is called from
  // there. No effect on an item that is not watched.
  void Forget(Stallable& thing);

 private:
  void Run();
  void NotifyDue(std::unique_lock<std::mutex>& lock);

  const Clock::duration limit_;
  std::mutex mutex_;
  // Guarded by mutex_, as is all below.
  std::condition_variable changed_;
  std::list<Stallable*> watched_;  // ordered by the time at which they are due
  Stallable* notified_ = nullptr;  // the one whose OnStalled() runs
  bool is_stopping_ = false;
  std::thread thread_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_PROCESS_STALL_WATCH_H_
