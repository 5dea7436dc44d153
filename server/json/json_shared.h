#ifndef SHAPEWRIGHT_SERVER_JSON_JSON_SHARED_H_
#define SHAPEWRIGHT_SERVER_JSON_JSON_SHARED_H_

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>

#include "absl/status/status.h"
#include "server/call/call_environment.h"
#include "server/json/allowed_origins.h"
#include "server/json/connect_request.h"
#include "server/json/relayed_calls.h"
#include "server/json/transcode.h"

namespace shapewright::server {

// The threads that translate large messages at one time: so many as infer. Thread-safe.
class Translators {
 public:
  explicit Translators(size_t count) : free_(count) {}

  // Waits until there is one, or for the error of `wanted`.
  absl::Status Take(const StillWanted& wanted);
  void GiveBack();

 private:
  std::mutex mutex_;
  std::condition_variable given_back_;
  size_t free_;  // guarded by the mutex
};

// While it exists, a translation has its turn; small ones need none.
class TranslationTurn {
 public:
  TranslationTurn(Translators& translators, bool is_large, const StillWanted& wanted)
      : translators_(translators), is_large_(is_large) {
    if (is_large_) status_ = translators_.Take(wanted);
  }
  TranslationTurn(const TranslationTurn&) = delete;
  TranslationTurn& operator=(const TranslationTurn&) = delete;
  ~TranslationTurn() {
    if (is_large_ && status_.ok()) translators_.GiveBack();
  }

  const absl::Status& status() const { return status_; }

 private:
  Translators& translators_;
  const bool is_large_;
  absl::Status status_;
};

// What the sessions of the JSON port share. Outlives them.
struct JsonShared {
  JsonShared(CallEnvironment& shared_environment, AllowedOrigins allowed_origins,
             RelayedCalls::Relay handed_over);

  // The largest body of a request.
  size_t MaxBodyBytes(bool is_json) const;

  CallEnvironment& environment;
  const AllowedOrigins origins;
  const RelayedCalls::Relay relay;
  const ConnectMethods methods;
  // What sessions hold that is large: bodies that are there, or in part, their translations, and
  // answers that are not sent yet. In bytes: of one session, and of all unless it is only one.
  const size_t max_bytes_of_one;
  const size_t max_bytes;
  std::atomic<size_t> held_bytes{0};
  Translators translators;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_JSON_JSON_SHARED_H_
