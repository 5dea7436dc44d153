#ifndef SHAPEWRIGHT_SERVER_OBSERVE_LIVENESS_H_
#define SHAPEWRIGHT_SERVER_OBSERVE_LIVENESS_H_

#include <chrono>

#include "server/net/acceptor.h"
#include "server/observe/health.h"
#include "server/observe/log.h"
#include "server/observe/metrics.h"
#include "server/process/periodic_thread.h"

namespace shapewright::server {

// Calls this server through each of its listeners, again and again (grpc.health.v1.Health/Check),
// and reports to Health when no round of calls has succeeded for `limit`. The calls are made as
// those of clients, but without TLS, and are accepted beyond the limit of connections.
class Liveness {
 public:
  // All arguments outlive it. `limit` is at least a second.
  Liveness(Acceptor& acceptor, std::chrono::seconds limit, Health& health, Metrics& metrics,
           Log& log);
  Liveness(const Liveness&) = delete;
  Liveness& operator=(const Liveness&) = delete;

 private:
  using Clock = std::chrono::steady_clock;

  void CallAndTell();
  absl::Status CallAll() const;
  absl::Status CallThrough(size_t listener) const;

  Acceptor& acceptor_;
  const Clock::duration limit_;
  Health& health_;
  Metrics& metrics_;
  Log& log_;
  Clock::time_point last_;  // used by the thread: when all calls last succeeded
  PeriodicThread thread_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_OBSERVE_LIVENESS_H_
