#ifndef SHAPEWRIGHT_SERVER_PROCESS_PERIODIC_THREAD_H_
#define SHAPEWRIGHT_SERVER_PROCESS_PERIODIC_THREAD_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace shapewright::server {

// A thread that calls a function at once and then again and again, with a pause in between, until
// it is destroyed. The destructor waits for the end of a call, but not of a pause. Declare it as
// the last member of its class, as the function uses the others.
class PeriodicThread {
 public:
  using Clock = std::chrono::steady_clock;

  PeriodicThread(Clock::duration pause, std::function<void()> work);
  PeriodicThread(const PeriodicThread&) = delete;
  PeriodicThread& operator=(const PeriodicThread&) = delete;
  ~PeriodicThread();

 private:
  void Run();

  const Clock::duration pause_;
  const std::function<void()> work_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool is_stopping_ = false;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_PROCESS_PERIODIC_THREAD_H_
