#ifndef SHAPEWRIGHT_SERVER_PROCESS_STOP_GUARD_H_
#define SHAPEWRIGHT_SERVER_PROCESS_STOP_GUARD_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace shapewright::server {

// Limits the time of the end of the process: unless this is destroyed in time, it calls a function
// on a thread of its own and ends the process with an exit code. If the function does not return
// within two seconds, as a thread that never ends holds a lock that it needs, the process ends
// without it. One at a time: it uses SIGALRM.
class StopGuard {
 public:
  static constexpr int kExitCode = 3;

  StopGuard(std::chrono::seconds limit, std::function<void()> on_overdue);
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
