#ifndef SHAPEWRIGHT_SERVER_GUARD_GUARD_ENDPOINT_H_
#define SHAPEWRIGHT_SERVER_GUARD_GUARD_ENDPOINT_H_

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/guard/request_check.h"
#include "server/cache/sharded_cache.h"
#include "server/call/call_environment.h"
#include "server/http/http_session.h"
#include "server/methods/model_method.h"
#include "shapewright/v1/guard_program.pb.h"

namespace shapewright::server {

// POST /v1/guard:check for model servers: whether an inference request may be run. A guard is
// compiled once per model, one at a time on a thread of its own; until it is there, requests are
// told to come again. Answer() is for one thread.
class GuardEndpoint {
 public:
  // `environment` outlives it.
  explicit GuardEndpoint(CallEnvironment& environment);
  GuardEndpoint(const GuardEndpoint&) = delete;
  GuardEndpoint& operator=(const GuardEndpoint&) = delete;
  ~GuardEndpoint();

  // 200: it passes, or that is not decided; 400: it fails, or is malformed; 404: the model is not
  // known; 422: it can have no guard; 503: its guard is being compiled. Takes almost no time.
  HttpAnswer Answer(absl::string_view body);

 private:
  using Guard = std::shared_ptr<const guard::LoadedGuard>;
  struct Wanted {
    std::string key;
    std::string model;
  };

  // What a model in a request stands for: with the identity of the file where it is a path.
  absl::StatusOr<std::string> KeyOf(const std::string& model) const;
  // Nothing: it is being compiled, or too many others are.
  std::optional<absl::StatusOr<Guard>> Find(const std::string& key, const std::string& model);
  void Run();
  // Compiles the guard of a model and keeps it.
  absl::Status Add(const Wanted& wanted);
  absl::StatusOr<v1::GuardProgram> Compile(const std::string& model) const;

  CallEnvironment& environment_;
  const ModelMethod method_;
  std::mutex mutex_;
  std::condition_variable changed_;
  struct Failure {
    std::string key;
    absl::Status error;
  };
  ShardedCache<Guard> guards_;
  // The rest is guarded by the mutex. Those that are compiled; the first one is being compiled now.
  std::deque<Wanted> wanted_;
  // The last ones that were not told yet. Each is told once: another time the guard may be there.
  std::deque<Failure> failures_;
  bool is_stopping_ = false;
  std::thread thread_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_GUARD_GUARD_ENDPOINT_H_
