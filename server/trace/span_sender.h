#ifndef SHAPEWRIGHT_SERVER_TRACE_SPAN_SENDER_H_
#define SHAPEWRIGHT_SERVER_TRACE_SPAN_SENDER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>

#include "server/observe/log.h"
#include "server/observe/metrics.h"
#include "server/trace/call_span.h"
#include "server/trace/collector.h"
#include "server/trace/span_encoder.h"

namespace shapewright::server {

// Sends spans to a collector in batches, on a thread of its own. Nobody waits for it: spans that
// come while too many wait are dropped and counted. Thread-safe.
class SpanSender {
 public:
  // Calls that may wait to be sent.
  static constexpr size_t kMaxCalls = 2048;

  // `log` outlives the process's threads.
  SpanSender(CollectorAddress collector, TraceResource resource, Log& log);
  SpanSender(const SpanSender&) = delete;
  SpanSender& operator=(const SpanSender&) = delete;
  // As Stop().
  ~SpanSender();

  void Push(CallSpan&& call);
  // Sends what waits, for two seconds at most; drops the rest.
  void Stop();
  // How many there were of each, by SpanResult.
  std::array<uint64_t, kSpanResults> spans() const;

 private:
  struct State;

  // Shared with the thread, which may hang in the resolver.
  const std::shared_ptr<State> state_;
  std::thread thread_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_TRACE_SPAN_SENDER_H_
