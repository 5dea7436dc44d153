#ifndef SHAPEWRIGHT_SERVER_OBSERVE_LIVENESS_H_
#define SHAPEWRIGHT_SERVER_OBSERVE_LIVENESS_H_

#include <chrono>

#include "server/net/acceptor.h"
#include "server/observe/health.h"
#include "server/observe/log.h"
#include "server/observe/metrics.h"
#include "server/process/periodic_thread.h"

namespace shapewright::server {

// Calls the own server through each of its own listeners, over and over
// (grpc.health.v1.Health/Check), and tells Health when no round of calls succeeded for so long. The
// calls come in as those of others do, but without TLS, and are let in when all places are taken.
class Liveness {
 public:
  // What it takes outlives it. `limit` is a second or more.
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
  Clock::time_point last_;  // of the thread: when all calls succeeded
  PeriodicThread thread_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_OBSERVE_LIVENESS_H_
