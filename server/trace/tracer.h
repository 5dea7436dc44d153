#ifndef SHAPEWRIGHT_SERVER_TRACE_TRACER_H_
#define SHAPEWRIGHT_SERVER_TRACE_TRACER_H_

#include <array>
#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "server/config/options.h"
#include "server/observe/access_log.h"
#include "server/observe/caller_ids.h"
#include "server/observe/log.h"
#include "server/observe/metrics.h"
#include "server/trace/span_sender.h"
#include "server/trace/trace_ids.h"

namespace shapewright::server {

// Makes spans of calls that are over, and sends them to the collector of --otlp-endpoint. A call is
// traced if its caller has sampled the trace that it is a part of; of the calls that belong to no
// trace a share is. Thread-safe once it is started.
class Tracer {
 public:
  // `options` and `log` outlive it.
  Tracer(const Options& options, Log& log);

  // INVALID_ARGUMENT if the endpoint is malformed. Whether anybody is there is not asked.
  absl::Status Start();
  // Sends what waits, for a short time. Calls that end later are dropped.
  void Stop();

  // Called once per call, after Start(). `caller` is what ReadCallerIds() finds in `metadata`. The
  // ids of the call's span; empty if it is not traced, which takes no memory.
  SpanIds CallDone(const Metadata& metadata, const CallerIds& caller, const CallSummary& call,
                   const absl::Status& status);

  // How many there were of each, by SpanResult.
  std::array<uint64_t, kSpanResults> spans() const;

 private:
  const Options& options_;
  Log& log_;
  RandomNumbers numbers_;
  std::unique_ptr<SpanSender> sender_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_TRACE_TRACER_H_
