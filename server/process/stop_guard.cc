#include "server/process/stop_guard.h"

#include <utility>

namespace shapewright::server {

StopGuard::StopGuard(std::chrono::milliseconds limit, std::function<void()> on_overdue)
    : thread_([this, limit, on_overdue = std::move(on_overdue)] {
        std::unique_lock<std::mutex> lock(mutex_);
        if (!changed_.wait_for(lock, limit, [this] { return is_over_; })) on_overdue();
      }) {}

StopGuard::~StopGuard() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

}  // namespace shapewright::server
