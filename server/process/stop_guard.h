#ifndef SHAPEWRIGHT_SERVER_PROCESS_STOP_GUARD_H_
#define SHAPEWRIGHT_SERVER_PROCESS_STOP_GUARD_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace shapewright::server {

// Limits the time of something that cannot be interrupted: unless this is destroyed in time, it
// calls a function on a thread of its own, which should end the process.
class StopGuard {
 public:
  StopGuard(std::chrono::milliseconds limit, std::function<void()> on_overdue);
  StopGuard(const StopGuard&) = delete;
  StopGuard& operator=(const StopGuard&) = delete;
  ~StopGuard();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_over_ = false;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_PROCESS_STOP_GUARD_H_
