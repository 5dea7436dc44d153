#include "client/cpp/cli/run/in_order.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace shapewright::cli {
namespace {

class Queue {
 public:
  Queue(size_t count, size_t jobs) : count_(count), slots_(jobs) {}

  // Works until nothing is left.
  void Work(absl::FunctionRef<ModelAnswer(size_t)> answer) {
    std::unique_lock lock(mutex_);
    while (true) {
      may_begin_.wait(lock, [this] { return begun_ == count_ || begun_ < taken_ + slots_.size(); });
      if (begun_ == count_) return;
      const size_t item = begun_++;
      lock.unlock();
      ModelAnswer done = answer(item);
      lock.lock();
      slots_[item % slots_.size()] = std::move(done);
      ++answered_;
      is_answered_.notify_one();
    }
  }

  void TakeAll(absl::FunctionRef<void(size_t, const ModelAnswer&)> take,
               absl::FunctionRef<void(size_t)> progress) {
    std::unique_lock lock(mutex_);
    while (taken_ < count_) {
      std::optional<ModelAnswer>& slot = slots_[taken_ % slots_.size()];
      if (!slot.has_value()) {
        const size_t told = answered_;
        lock.unlock();
        progress(told);
        lock.lock();
        is_answered_.wait(lock, [&] { return slot.has_value() || answered_ > told; });
        continue;
      }
      lock.unlock();
      take(taken_, *slot);
      lock.lock();
      slot.reset();
      ++taken_;
      may_begin_.notify_all();
    }
  }

 private:
  const size_t count_;
  std::mutex mutex_;
  std::condition_variable may_begin_;
  std::condition_variable is_answered_;
  // Answers that wait to be taken: that of item i is in slot i modulo their number.
  std::vector<std::optional<ModelAnswer>> slots_;
  size_t begun_ = 0;
  size_t answered_ = 0;
  size_t taken_ = 0;  // changed by the caller's thread only
};

}  // namespace

void AnswerInOrder(size_t count, size_t jobs, absl::FunctionRef<ModelAnswer(size_t)> answer,
                   absl::FunctionRef<void(size_t, const ModelAnswer&)> take,
                   absl::FunctionRef<void(size_t)> progress) {
  const size_t threads = std::min(std::max<size_t>(jobs, 1), count);
  if (threads == 0) return;
  Queue queue(count, threads);
  std::vector<std::thread> workers;
  workers.reserve(threads);
  for (size_t i = 0; i < threads; ++i) {
    try {
      workers.emplace_back([&] { queue.Work(answer); });
    } catch (const std::system_error&) {
      // No more threads are to be had; fewer do as well.
      if (workers.empty()) throw;
      break;
    }
  }
  queue.TakeAll(take, progress);
  for (std::thread& worker : workers) worker.join();
}

}  // namespace shapewright::cli
