#ifndef SHAPEWRIGHT_SERVER_CALL_CALL_RECORD_H_
#define SHAPEWRIGHT_SERVER_CALL_CALL_RECORD_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/status.h>

#include <chrono>
#include <cstddef>

#include "absl/status/status.h"
#include "server/call/call_environment.h"
#include "server/errors/status.h"
#include "server/observe/access_log.h"
#include "server/observe/metrics.h"

namespace shapewright::server {

// What metrics and log record about one call. Made when the call arrives; Succeed() or
// Fail() is called once, just before Finish(), and returns the status for it. One thread at
// a time.
class CallRecord {
 public:
  using Clock = std::chrono::steady_clock;

  // `environment` and `context` outlive the record.
  CallRecord(CallEnvironment& environment, Method method, grpc::CallbackServerContext* context);

  // Called for each request message; a stream has many.
  void Received(size_t bytes);
  // The access log shows the last result for the cache of answers.
  void CacheLookedUp(CacheKind cache, CacheResult result);
  void PhaseDone(Phase phase, Clock::duration time);
  // It waits for a thread in this lane.
  void Queued(Lane lane) { summary_.lane = lane; }
  // The number of the model's nodes.
  void Asked(size_t nodes) { summary_.nodes = nodes; }
  // Called for each response message of a stream.
  void Sent(size_t bytes);

  // All of these add the trailer `shapewright-answers-id`. Succeed() also adds `server-timing`
  // (`cache;desc=miss, queue;dur=0.1`), except for answers from a cache, where it would tell
  // nothing and cost a twentieth of the call.
  grpc::Status Succeed(size_t response_bytes);
  // The same for a stream, whose messages were sent before.
  grpc::Status Succeed();
  // Adds the trailer `grpc-retry-pushback-ms` if the error has a retry delay.
  grpc::Status Fail(const absl::Status& error);

  Clock::time_point start() const { return start_; }

 private:
  grpc::Status Report(const absl::Status& error, const WireError& wire);
  void Finish(const absl::Status& status);
  void AddTimingTrailer();

  CallEnvironment& environment_;
  grpc::CallbackServerContext* const context_;
  const Clock::time_point start_ = Clock::now();
  CallSummary summary_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALL_CALL_RECORD_H_
