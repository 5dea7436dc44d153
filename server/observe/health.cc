#include "server/observe/health.h"

#include "server/config/services.h"

namespace shapewright::server {

void Health::Serve(grpc::HealthCheckServiceInterface& service) {
  service_ = &service;
  service_->SetServingStatus("liveness", true);
  SetReady(true);
  state_ = State::kServing;
}

void Health::Drain() {
  state_ = State::kDraining;
  if (service_ != nullptr) SetReady(false);
}

bool Health::SetLive(bool is_live) {
  if (is_live_.exchange(is_live) == is_live) return false;
  service_->SetServingStatus("liveness", is_live);
  return true;
}

void Health::SetReady(bool is_ready) {
  for (const char* name : {"", "readiness"}) service_->SetServingStatus(name, is_ready);
  for (const char* name : kOwnServices) service_->SetServingStatus(name, is_ready);
}

absl::string_view StateName(Health::State state) {
  switch (state) {
    case Health::State::kStarting:
      return "starting";
    case Health::State::kServing:
      return "serving";
    case Health::State::kDraining:
      break;
  }
  return "draining";
}

}  // namespace shapewright::server
