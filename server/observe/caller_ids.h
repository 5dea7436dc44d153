#ifndef SHAPEWRIGHT_SERVER_OBSERVE_CALLER_IDS_H_
#define SHAPEWRIGHT_SERVER_OBSERVE_CALLER_IDS_H_

#include <grpcpp/support/string_ref.h>

#include <map>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "server/observe/trace_context.h"

namespace shapewright::server {

using Metadata = std::multimap<grpc::string_ref, grpc::string_ref>;

// Ids in the metadata of a call, as views into it.
struct CallerIds {
  // x-request-id: 1 to 128 printable ASCII characters; empty if it is anything else.
  absl::string_view request_id;
  // traceparent, if there is exactly one and it is valid.
  std::optional<TraceContext> trace;
};

// Allocates nothing.
CallerIds ReadCallerIds(const Metadata& metadata);
// The headers `tracestate`, joined; empty if they are malformed, or longer than the 512 bytes that
// the recommendation wants to be passed on.
std::string ReadTraceState(const Metadata& metadata);

// The ids of a call's own span in hex; empty: it has none.
struct SpanIds {
  std::string trace_id;
  std::string span_id;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_OBSERVE_CALLER_IDS_H_
