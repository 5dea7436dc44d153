#ifndef SHAPEWRIGHT_SERVER_PROCESS_MEMORY_WATCH_H_
#define SHAPEWRIGHT_SERVER_PROCESS_MEMORY_WATCH_H_

#include <chrono>
#include <cstddef>
#include <functional>

#include "server/process/periodic_thread.h"

namespace shapewright::server {

// Looks 50 times a second whether the process holds more memory than what is counted and an
// allowance for all else. gRPC 1.51 bounds what it holds of messages, but neither of streams, nor
// of metadata, nor of what it is going to answer to control frames: a client that sends such
// without end would fill the memory. A thread of its own, from construction to destruction.
class MemoryWatch {
 public:
  // Both are called on that thread.
  struct Handlers {
    // The bytes that are bounded elsewhere.
    std::function<size_t()> counted;
    // Called for each step while there is too much, from 0 on: to get rid of some of it.
    std::function<void(int step, size_t uncounted_bytes)> on_excess;
  };

  MemoryWatch(size_t allowance, Handlers handlers);
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;

 private:
  using Clock = std::chrono::steady_clock;

  void Look();

  const size_t allowance_;
  const Handlers handlers_;
  // Of the thread.
  int step_ = 0;
  Clock::time_point next_look_;
  PeriodicThread thread_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_PROCESS_MEMORY_WATCH_H_
