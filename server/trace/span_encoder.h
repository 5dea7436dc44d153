#ifndef SHAPEWRIGHT_SERVER_TRACE_SPAN_ENCODER_H_
#define SHAPEWRIGHT_SERVER_TRACE_SPAN_ENCODER_H_

#include <cstdint>
#include <string>

#include "absl/types/span.h"
#include "server/trace/call_span.h"

namespace shapewright::server {

// The process that the spans are of.
struct TraceResource {
  std::string version;
  std::string instance;
  std::string host;
  int64_t process = 0;
};

// The message ExportTraceServiceRequest of the OpenTelemetry protocol (opentelemetry-proto 1.x,
// opentelemetry/proto/collector/trace/v1) with the spans of these calls. Attributes are named by
// OpenTelemetry's conventions for RPC, and `shapewright.` where they are our own.
std::string EncodeSpans(const TraceResource& resource, absl::Span<const CallSpan> calls);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_TRACE_SPAN_ENCODER_H_
