#ifndef SHAPEWRIGHT_SERVER_ERRORS_INTERRUPT_H_
#define SHAPEWRIGHT_SERVER_ERRORS_INTERRUPT_H_

#include <atomic>
#include <chrono>

#include "absl/status/status.h"

namespace shapewright::server {

// Whether the work of a call is still wanted. Thread-safe.
class Interrupt {
 public:
  using Clock = std::chrono::system_clock;

  explicit Interrupt(Clock::time_point deadline) : deadline_(deadline) {}

  void Cancel() { cancelled_.store(true, std::memory_order_relaxed); }

  // OK, DEADLINE_EXCEEDED or CANCELLED. gRPC also cancels a call whose deadline has passed, so the
  // deadline is checked first.
  absl::Status Check() const {
    if (Clock::now() >= deadline_) {
      return absl::DeadlineExceededError("the deadline of the call has passed");
    }
    if (cancelled_.load(std::memory_order_relaxed)) {
      return absl::CancelledError("the caller has cancelled the call");
    }
    return absl::OkStatus();
  }

 private:
  const Clock::time_point deadline_;
  std::atomic<bool> cancelled_{false};
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_ERRORS_INTERRUPT_H_
