#ifndef SHAPEWRIGHT_SERVER_PROCESS_STALL_WATCH_H_
#define SHAPEWRIGHT_SERVER_PROCESS_STALL_WATCH_H_

#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>

namespace shapewright::server {

// What may take only so long, and is told when it took longer.
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

  // All guarded by the watch's mutex. `place_` holds the entry of this while it is not watched, so
  // that to watch it takes no memory.
  std::list<Stallable*> place_{this};
  std::list<Stallable*>::iterator entry_ = place_.begin();
  Clock::time_point due_;
};

// Watches over many things that each have the same time. Late by a quarter of it at most.
// Thread-safe.
class StallWatch {
 public:
  using Clock = std::chrono::steady_clock;

  explicit StallWatch(Clock::duration limit);
  StallWatch(const StallWatch&) = delete;
  StallWatch& operator=(const StallWatch&) = delete;
  // Nothing is watched any more.
  ~StallWatch();

  // Its time begins, or begins anew.
  void Watch(Stallable& thing);
  // When this returns OnStalled() is not called any more, and not running, unless this is called
  // from there. Does nothing for what is not watched.
  void Forget(Stallable& thing);

 private:
  void Run();
  void NotifyDue(std::unique_lock<std::mutex>& lock);

  const Clock::duration limit_;
  std::mutex mutex_;
  // Guarded by mutex_, as is all below.
  std::condition_variable changed_;
  std::list<Stallable*> watched_;  // by the time at which they are due
  Stallable* notified_ = nullptr;  // whose OnStalled() runs
  bool is_stopping_ = false;
  std::thread thread_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_PROCESS_STALL_WATCH_H_
