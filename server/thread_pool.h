#ifndef SHAPEWRIGHT_SERVER_THREAD_POOL_H_
#define SHAPEWRIGHT_SERVER_THREAD_POOL_H_

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace shapewright::server {

// Threads that run tasks in the order in which they came, from a queue that
// holds a bounded number of them. Thread-safe.
class ThreadPool {
 public:
  using Task = std::function<void()>;

  // `threads` and `max_queued` are 1 or greater. Running tasks are not queued.
  ThreadPool(size_t threads, size_t max_queued);
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  // As Stop().
  ~ThreadPool();

  // Takes the task on, or refuses it at once: false if the queue is full or
  // Stop() was called. A task must not throw, nor call Stop().
  [[nodiscard]] bool TryRun(Task task);

  // Whether TryRun() would refuse a task now.
  bool is_full() const;

  // Whether at most half of the queue is taken.
  bool is_half_empty() const;

  // Refuses further tasks; returns when all that were taken on are done.
  void Stop();

  // Tasks that wait for a thread.
  size_t queued() const;

  // Threads that run one.
  size_t busy() const;

 private:
  void Work();
  // A task that an idle thread is about to fetch does not wait in the queue.
  bool is_full_locked() const { return stopping_ || queue_.size() >= max_queued_ + idle_; }

  const size_t max_queued_;
  const size_t thread_count_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  // Guarded by mutex_, as is all below.
  std::deque<Task> queue_;
  // Threads without a task, also those that have yet to start.
  size_t idle_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_THREAD_POOL_H_
