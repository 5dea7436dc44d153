#include "server/admission/thread_pool.h"

#include <pthread.h>

#include <algorithm>
#include <utility>

namespace shapewright::server {

ThreadPool::ThreadPool(Settings settings)
    : settings_(std::move(settings)), queue_(settings_.max_queued) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const size_t threads = settings_.threads + kSpareThreads;
  threads_.reserve(threads);
  for (size_t i = 0; i < threads; ++i) {
    threads_.emplace_back([this] { Work(); });
  }
}

ThreadPool::~ThreadPool() { Stop(); }

QueueAnswer ThreadPool::TryRun(const WorkTag& tag, Task task) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const Clock::time_point now = Clock::now();
  const QueueAnswer answer = AskLocked(tag, now);
  if (answer != QueueAnswer::kFree) return answer;
  // Only this task is tried now. Waiting tasks are tried when they arrive and whenever another
  // ends; idle threads try them again, as running tasks count as heavier with time.
  if (queue_.empty(tag.lane) && CanStart(tag.lane, now)) {
    Start({std::move(task), tag.lane, now}, now);
  } else {
    queue_.Push(tag, std::move(task), now);
  }
  wake_.notify_one();
  return answer;
}

QueueAnswer ThreadPool::Ask(const WorkTag& tag) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return AskLocked(tag, Clock::now());
}

QueueAnswer ThreadPool::AskLocked(const WorkTag& tag, Clock::time_point now) const {
  if (stopping_) return QueueAnswer::kFull;
  if (queue_.empty(tag.lane) && CanStart(tag.lane, now)) return QueueAnswer::kFree;
  return queue_.Ask(tag);
}

bool ThreadPool::is_half_empty() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return std::all_of(kAllLanes.begin(), kAllLanes.end(),
                     [this](Lane lane) { return queue_.size(lane) <= settings_.max_queued / 2; });
}

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
  return queue_.size();
}

size_t ThreadPool::queued(Lane lane) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return queue_.size(lane);
}

size_t ThreadPool::busy() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return running_.size();
}

bool ThreadPool::RunsFresh(Lane lane, Clock::time_point now) const {
  return std::any_of(running_.begin(), running_.end(), [&](const Running& running) {
    const Clock::duration time = now - running.since;
    Lane proved = running.lane;
    if (proved == Lane::kTiny && time > settings_.tiny_time) proved = Lane::kNormal;
    if (proved == Lane::kNormal && time > settings_.normal_time) proved = Lane::kLarge;
    return proved == lane;
  });
}

bool ThreadPool::CanStart(Lane lane, Clock::time_point now) const {
  if (running_.size() < settings_.threads) return true;
  if (lane == Lane::kLarge || running_.size() == settings_.threads + kSpareThreads) return false;
  return !RunsFresh(lane, now);
}

void ThreadPool::Start(LaneQueue::Entry entry, Clock::time_point now) {
  const auto place = running_.insert(running_.end(), {entry.lane, now});
  started_.push_back({std::move(entry), place});
}

void ThreadPool::Dispatch(size_t own) {
  const Clock::time_point now = Clock::now();
  while (!queue_.empty() && running_.size() < settings_.threads) Start(queue_.PopAny(), now);
  for (const Lane lane : {Lane::kTiny, Lane::kNormal}) {
    while (!queue_.empty(lane) && CanStart(lane, now)) Start(queue_.Pop(lane), now);
  }
  for (size_t i = own; i < started_.size(); ++i) wake_.notify_one();
}

void ThreadPool::Work() {
  // Shown by `top -H` and debuggers.
  pthread_setname_np(pthread_self(), "pool");
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    while (started_.empty()) {
      if (stopping_ && queue_.empty()) return;
      if (queue_.empty(Lane::kTiny) && queue_.empty(Lane::kNormal)) {
        wake_.wait(lock);
      } else {
        // Running tasks count as heavier with time, so that others may start.
        wake_.wait_for(lock, settings_.tiny_time);
        Dispatch(1);
      }
    }
    Started started = std::move(started_.front());
    started_.pop_front();
    lock.unlock();
    if (settings_.observer) {
      settings_.observer(started.entry.lane, started.place->since - started.entry.since);
    }
    started.entry.task();
    started.entry.task = nullptr;  // what it holds is released outside the lock
    lock.lock();
    running_.erase(started.place);
    Dispatch(1);
    if (stopping_ && queue_.empty()) wake_.notify_all();
  }
}

}  // namespace shapewright::server
