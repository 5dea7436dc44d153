#ifndef SHAPEWRIGHT_SERVER_CALL_OPEN_CALLS_H_
#define SHAPEWRIGHT_SERVER_CALL_OPEN_CALLS_H_

#include <grpcpp/server_context.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace shapewright::server {

// Counts the calls that gRPC is not done with: a call that has left the gate may have an answer
// that is not written to its connection yet. Thread-safe.
class OpenCalls {
 public:
  using Clock = std::chrono::steady_clock;

  // Has a server tell this of its calls. This outlives it.
  std::unique_ptr<grpc::ContextAllocator> Counter();

  // Waits until the calls that have begun by now are over, their answers written. False: that took
  // too long. Called once.
  bool AwaitBegun(Clock::time_point due);

 private:
  class Context;
  class Allocator;

  // Of calls that began before AwaitBegun(), and of those since.
  std::array<std::atomic<int64_t>, 2> open_{};
  std::atomic<size_t> era_{0};
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALL_OPEN_CALLS_H_
