#include "server/thread_pool.h"

#include <utility>

namespace shapewright::server {

ThreadPool::ThreadPool(size_t threads, size_t max_queued)
    : max_queued_(max_queued), thread_count_(threads), idle_(threads) {
  const std::lock_guard<std::mutex> lock(mutex_);
  threads_.reserve(threads);
  for (size_t i = 0; i < threads; ++i) {
    threads_.emplace_back([this] { Work(); });
  }
}

ThreadPool::~ThreadPool() { Stop(); }

bool ThreadPool::TryRun(Task task) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (is_full_locked()) return false;
    queue_.push_back(std::move(task));
  }
  wake_.notify_one();
  return true;
}

bool ThreadPool::is_full() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return is_full_locked();
}

bool ThreadPool::is_half_empty() const { return queued() <= max_queued_ / 2; }

void ThreadPool::Stop() {
  std::vector<std::thread> threads;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
    threads.swap(threads_);
  }
  wake_.notify_all();
  for (std::thread& thread : threads) thread.join();
}

size_t ThreadPool::queued() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return queue_.size() > idle_ ? queue_.size() - idle_ : 0;
}

size_t ThreadPool::busy() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return thread_count_ - idle_;
}

void ThreadPool::Work() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
    if (queue_.empty()) return;
    --idle_;
    Task task = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    task();
    task = nullptr;  // what it holds is released outside the lock
    lock.lock();
    ++idle_;
  }
}

}  // namespace shapewright::server
