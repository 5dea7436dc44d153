#include "server/json/json_shared.h"

#include <chrono>
#include <utility>

#include "server/call/call_environment.h"

namespace shapewright::server {
namespace {

// How often who waits for its turn is asked whether anybody waits for it.
constexpr std::chrono::milliseconds kTurnPoll{100};
// JSON takes more bytes than the binary form: a model as base64 a third more.
constexpr size_t kJsonBodyFactor = 2;

}  // namespace

absl::Status Translators::Take(const StillWanted& wanted) {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!given_back_.wait_for(lock, kTurnPoll, [this] { return free_ > 0; })) {
    if (absl::Status good = wanted(); !good.ok()) return good;
  }
  --free_;
  return absl::OkStatus();
}

void Translators::GiveBack() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++free_;
  }
  given_back_.notify_one();
}

JsonShared::JsonShared(CallEnvironment& shared_environment, AllowedOrigins allowed_origins,
                       RelayedCalls::Relay handed_over)
    : environment(shared_environment),
      origins(std::move(allowed_origins)),
      relay(std::move(handed_over)),
      methods(AllConnectMethods()),
      max_bytes_of_one(environment.work_memory.limit() / 4 * 3),
      max_bytes(environment.work_memory.limit() / 2),
      translators(environment.threads) {}

size_t JsonShared::MaxBodyBytes(bool is_json) const {
  return static_cast<size_t>(environment.options.max_message_bytes) *
         (is_json ? kJsonBodyFactor : 1);
}

}  // namespace shapewright::server
