#ifndef SHAPEWRIGHT_SERVER_ADMISSION_THREAD_POOL_H_
#define SHAPEWRIGHT_SERVER_ADMISSION_THREAD_POOL_H_

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

#include "server/admission/lane_queue.h"

namespace shapewright::server {

// Threads that run tasks from a bounded queue for each lane (LaneQueue). Thread-safe.
//
// As many tasks run at once as it has threads. Beyond them a tiny task starts if no tiny one runs,
// and a normal one if no normal one runs, so that it never waits for heavier work only. A task that
// has run for long counts as heavier than it looked, for the same reason; at most kSpareThreads
// tasks run beyond the threads.
class ThreadPool {
 public:
  using Task = std::function<void()>;
  using Clock = LaneQueue::Clock;
  // Called before a task, on its thread, with the time that it has waited.
  using Observer = std::function<void(Lane lane, Clock::duration waited)>;

  static constexpr size_t kSpareThreads = 4;

  struct Settings {
    // At least 1.
    size_t threads = 1;
    // For each lane, at least 1. Running tasks do not count.
    size_t max_queued = 1;
    // After this time a task counts as heavier than tiny, and later than normal.
    Clock::duration tiny_time = std::chrono::milliseconds(20);
    Clock::duration normal_time = std::chrono::milliseconds(500);
    // May be null; must not throw.
    Observer observer;
  };

  explicit ThreadPool(Settings settings);
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  // As Stop().
  ~ThreadPool();

  // Accepts the task if it returns kFree; else its lane's queue is full, or Stop() was called. A
  // task must not throw, nor call Stop().
  [[nodiscard]] QueueAnswer TryRun(const WorkTag& tag, Task task);

  // What TryRun() would answer now.
  QueueAnswer Ask(const WorkTag& tag) const;

  // Whether at most half of each queue is taken.
  bool is_half_empty() const;

  // Refuses further tasks; returns when all accepted ones are done.
  void Stop();

  // The number of waiting tasks.
  size_t queued() const;
  size_t queued(Lane lane) const;

  // The number of running tasks.
  size_t busy() const;

 private:
  struct Running {
    Lane lane;
    Clock::time_point since;
  };
  using RunningTasks = std::list<Running>;
  struct Started {
    LaneQueue::Entry entry;
    RunningTasks::iterator place;
  };

  void Work();
  // The mutex must be held.
  bool CanStart(Lane lane, Clock::time_point now) const;
  bool RunsFresh(Lane lane, Clock::time_point now) const;
  void Start(LaneQueue::Entry entry, Clock::time_point now);
  // Starts the tasks that may start; wakes a thread for each but the first `own`.
  void Dispatch(size_t own);
  QueueAnswer AskLocked(const WorkTag& tag, Clock::time_point now) const;

  const Settings settings_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  // Guarded by mutex_, as is all below.
  LaneQueue queue_;
  std::deque<Started> started_;  // not fetched yet; there is an idle thread for each
  RunningTasks running_;         // all that were started, fetched or not
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_ADMISSION_THREAD_POOL_H_
