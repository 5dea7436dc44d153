#ifndef SHAPEWRIGHT_SERVER_PROCESS_MEMORY_WATCH_H_
#define SHAPEWRIGHT_SERVER_PROCESS_MEMORY_WATCH_H_

#include <chrono>
#include <cstddef>
#include <functional>

#include "server/process/periodic_thread.h"

namespace shapewright::server {

// Checks 200 times a second whether the process holds more memory than what is counted and an
// allowance for the rest. gRPC 1.51 bounds its memory for messages, but not for streams, metadata
// and answers to control frames: a client could fill the memory with these. On a thread of its own,
// from construction to destruction.
class MemoryWatch {
 public:
  // Both are called on that thread.
  struct Handlers {
    // The bytes that other limits bound.
    std::function<size_t()> counted;
    // Called repeatedly while there is too much, with step 0, 1, ...: has to free some of it.
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
  // Used by the thread.
  int step_ = 0;
  Clock::time_point next_look_;
  PeriodicThread thread_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_PROCESS_MEMORY_WATCH_H_
