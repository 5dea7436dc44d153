#ifndef SHAPEWRIGHT_CLIENT_CPP_RETRY_H_
#define SHAPEWRIGHT_CLIENT_CPP_RETRY_H_

#include <grpcpp/client_context.h>

#include <optional>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace shapewright {

// How often a call is tried, and how long a client waits in between. All calls
// of the service may be repeated: none changes what another one answers.
struct RetryPolicy {
  // Altogether; 1: no repetition.
  int attempts = 6;
  // The wait after the first attempt; it doubles with each, up to `limit`, and is
  // drawn between half and all of that, so that clients do not come back at once.
  absl::Duration backoff = absl::Milliseconds(100);
  // The longest wait. A server that asks for a longer one is left alone.
  absl::Duration limit = absl::Seconds(5);
};

// The wait before the next attempt, or nothing where another one makes no sense. Retried are errors
// with a retry delay, and UNAVAILABLE and CANCELLED, which mean that no server answered (the client
// itself cancels no call). RESOURCE_EXHAUSTED without a delay is final. `attempt` counts from 1;
// `random` is drawn from 0 to 1.
std::optional<absl::Duration> RetryDelay(const RetryPolicy& policy, const absl::Status& error,
                                         int attempt, double random);

// Adds to an error what the trailer `grpc-retry-pushback-ms` of its call says:
// RetryDelay() obeys it.
void AddPushback(const grpc::ClientContext& context, absl::Status& error);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CLIENT_CPP_RETRY_H_
