#ifndef SHAPEWRIGHT_SERVER_OBSERVE_HEALTH_H_
#define SHAPEWRIGHT_SERVER_OBSERVE_HEALTH_H_

#include <grpcpp/health_check_service_interface.h>

#include <atomic>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace shapewright::server {

// The server's state. gRPC's health service reports it for the server as a whole (""),
// each service of the API, "readiness" and "liveness"; the HTTP port reads it here. Thread-safe.
class Health {
 public:
  enum class State : uint8_t { kStarting, kServing, kDraining };

  // `service` belongs to the gRPC server, and lives until Drain() is called.
  void Serve(grpc::HealthCheckServiceInterface& service);
  // Sets all but "liveness" to NOT_SERVING: a supervisor must not kill a server that
  // drains.
  void Drain();

  State state() const { return state_.load(std::memory_order_relaxed); }
  bool is_ready() const { return state() == State::kServing; }

  // Sets whether the listeners answer, which "liveness" reports. Returns whether that changed. For
  // one thread, from Serve() on, while the gRPC server lives.
  bool SetLive(bool is_live);
  bool is_live() const { return is_live_.load(std::memory_order_relaxed); }

 private:
  void SetReady(bool is_ready);

  std::atomic<State> state_{State::kStarting};
  std::atomic<bool> is_live_{true};
  grpc::HealthCheckServiceInterface* service_ = nullptr;
};

// "starting", "serving" or "draining".
absl::string_view StateName(Health::State state);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_OBSERVE_HEALTH_H_
