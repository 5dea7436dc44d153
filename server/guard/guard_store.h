#ifndef SHAPEWRIGHT_SERVER_GUARD_GUARD_STORE_H_
#define SHAPEWRIGHT_SERVER_GUARD_GUARD_STORE_H_

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/guard/request_check.h"
#include "server/cache/sharded_cache.h"
#include "server/call/call_environment.h"
#include "server/methods/model_method.h"
#include "shapewright/v1/guard_program.pb.h"

namespace shapewright::server {

// The guards of models. A guard is compiled once per model, one at a time on a thread of its own.
// Thread-safe.
class GuardStore {
 public:
  using Guard = std::shared_ptr<const guard::LoadedGuard>;

  // `environment` outlives it.
  explicit GuardStore(CallEnvironment& environment);
  GuardStore(const GuardStore&) = delete;
  GuardStore& operator=(const GuardStore&) = delete;
  ~GuardStore();

  // `model` is an inference_id, or a path below the model root. Nothing: its guard is being
  // compiled, or too many others are. Takes almost no time.
  std::optional<absl::StatusOr<Guard>> Find(const std::string& model);

 private:
  using Clock = std::chrono::steady_clock;
  struct Wanted {
    std::string key;
    std::string model;
  };
  struct Failure {
    std::string key;
    absl::Status error;
    // Until then it is told; an earlier time: once.
    Clock::time_point until;
  };

  // What a model stands for: with the identity of the file where it is a path.
  absl::StatusOr<std::string> KeyOf(const std::string& model) const;
  void Run();
  // Compiles the guard of a model and keeps it.
  absl::Status Add(const Wanted& wanted);
  absl::StatusOr<v1::GuardProgram> Compile(const std::string& model) const;

  CallEnvironment& environment_;
  const ModelMethod method_;
  std::mutex mutex_;
  std::condition_variable changed_;
  ShardedCache<Guard> guards_;
  // The rest is guarded by the mutex. Those that are compiled; the first one is being compiled now.
  std::deque<Wanted> wanted_;
  std::deque<Failure> failures_;
  bool is_stopping_ = false;
  std::thread thread_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_GUARD_GUARD_STORE_H_
