#ifndef SHAPEWRIGHT_SERVER_OBSERVE_TRACE_CONTEXT_H_
#define SHAPEWRIGHT_SERVER_OBSERVE_TRACE_CONTEXT_H_

#include <optional>

#include "absl/strings/string_view.h"

namespace shapewright::server {

// The position of a caller in a distributed trace, in lower-case hex. Views
// into the text that it was read from.
struct TraceContext {
  absl::string_view trace_id;   // 32 digits, not all zero
  absl::string_view parent_id;  // 16 digits, not all zero
  bool is_sampled = false;      // whether the caller keeps the trace
};

// Reads a `traceparent` header by the W3C recommendation "Trace Context", level 1: an invalid
// header counts as absent.
std::optional<TraceContext> ParseTraceparent(absl::string_view header);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_OBSERVE_TRACE_CONTEXT_H_
