#ifndef SHAPEWRIGHT_SERVER_OBSERVE_CALLER_IDS_H_
#define SHAPEWRIGHT_SERVER_OBSERVE_CALLER_IDS_H_

#include <grpcpp/support/string_ref.h>

#include <map>
#include <optional>
#include <string>

#include "server/observe/trace_context.h"

namespace shapewright::server {

using Metadata = std::multimap<grpc::string_ref, grpc::string_ref>;

// Ids in the metadata of a call; empty if they are malformed or too long.
struct CallerIds {
  std::string request_id;  // x-request-id: 1 to 128 printable ASCII characters
  std::string trace_id;    // traceparent
  std::string parent_id;
};

CallerIds ReadCallerIds(const Metadata& metadata);

// The header `traceparent`, if there is exactly one and it is valid. Allocates nothing.
std::optional<TraceContext> FindTraceContext(const Metadata& metadata);
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
