#ifndef SHAPEWRIGHT_SERVER_OBSERVE_CALL_HISTORY_H_
#define SHAPEWRIGHT_SERVER_OBSERVE_CALL_HISTORY_H_

#include <array>
#include <chrono>
#include <cstddef>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "server/observe/call_summary.h"

namespace shapewright::server {

// A call that is over. Nothing in it is a text of its caller.
struct FinishedCall {
  std::chrono::system_clock::time_point end{};
  CallSummary summary{};
  absl::StatusCode code = absl::StatusCode::kOk;
  std::string reason;  // of docs/errors.md; empty: none
};

// The last calls, and the slowest of this hour and the one before. Thread-safe.
class CallHistory {
 public:
  static constexpr size_t kLast = 50;
  static constexpr size_t kSlowest = 20;

  using Clock = std::chrono::system_clock;

  void Add(const CallSummary& summary, const absl::Status& status, Clock::time_point now);

  // The newest first.
  std::vector<FinishedCall> Last() const;
  // The slowest first.
  std::vector<FinishedCall> Slowest() const;

 private:
  // The slowest of an hour, in no order.
  struct Hour {
    Clock::time_point begin;
    std::vector<FinishedCall> calls;
  };

  mutable std::mutex mutex_;
  // Guarded by the mutex, as is all below.
  std::deque<FinishedCall> last_;
  Hour current_;
  Hour before_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_OBSERVE_CALL_HISTORY_H_
