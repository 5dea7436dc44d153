#ifndef SHAPEWRIGHT_SERVER_OBSERVE_ACCESS_LOG_H_
#define SHAPEWRIGHT_SERVER_OBSERVE_ACCESS_LOG_H_

#include <grpcpp/server_context.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "server/config/options.h"
#include "server/observe/call_summary.h"
#include "server/observe/caller_ids.h"
#include "server/observe/log.h"
#include "server/observe/metrics.h"

namespace shapewright::server {

class CallHistory;

// Allows `per_second` events on average, and as many at once.
class TokenBucket {
 public:
  using Clock = std::chrono::steady_clock;

  explicit TokenBucket(int64_t per_second)
      : per_second_(static_cast<double>(per_second)), tokens_(per_second_) {}

  bool TryTake(Clock::time_point now);

 private:
  const double per_second_;
  double tokens_;
  Clock::time_point last_;
};

// One line of the log per call: every n-th of the successful ones, and failed ones up to a rate. A
// line has no tensor values, no names and no text from the model, and nothing of unbounded length
// from the caller. Thread-safe.
class AccessLog {
 public:
  // `log` and `metrics` outlive it.
  AccessLog(const Options& options, Log& log, Metrics& metrics);

  // Before the first call: all calls go into `history` too, which outlives it.
  void Remember(CallHistory& history) { history_ = &history; }

  // Called once per call: counts it. Whether Write() is to be called for it.
  bool CallDone(const CallSummary& call, const absl::Status& status);
  // `span` is empty if the call is not traced.
  void Write(const grpc::CallbackServerContext& context, const CallerIds& caller,
             const CallSummary& call, const absl::Status& status, const SpanIds& span);

 private:
  // Both count the call, so they are called once per call.
  bool WantsSuccess();
  bool WantsFailure();
  std::string MakeRequestId();

  Log& log_;
  Metrics& metrics_;
  CallHistory* history_ = nullptr;
  const uint64_t every_;
  std::atomic<uint64_t> successes_{0};
  std::atomic<uint64_t> next_id_;
  std::mutex mutex_;
  TokenBucket failures_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_OBSERVE_ACCESS_LOG_H_
