#ifndef SHAPEWRIGHT_SERVER_TRACE_COLLECTOR_H_
#define SHAPEWRIGHT_SERVER_TRACE_COLLECTOR_H_

#include <chrono>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace shapewright::server {

// Where a collector takes spans by OTLP over HTTP.
struct CollectorAddress {
  std::string host;  // a name or an address, without brackets
  std::string port;
  std::string authority;  // HOST:PORT as it was given
  std::string path;       // with /v1/traces
};

// Reads http://HOST:PORT or http://HOST:PORT/PATH, to which /v1/traces is appended.
// INVALID_ARGUMENT for any other text.
absl::StatusOr<CollectorAddress> ParseCollectorUrl(absl::string_view url);

// Posts a message on a connection of its own. UNAVAILABLE where it may be sent again: the collector
// is away, too slow or overloaded. FAILED_PRECONDITION where it refuses the message. Ends by `due`,
// but for the time that the resolver takes to find the host.
absl::Status PostSpans(const CollectorAddress& collector, absl::string_view message,
                       std::chrono::steady_clock::time_point due);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_TRACE_COLLECTOR_H_
