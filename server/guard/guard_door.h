#ifndef SHAPEWRIGHT_SERVER_GUARD_GUARD_DOOR_H_
#define SHAPEWRIGHT_SERVER_GUARD_GUARD_DOOR_H_

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/guard/request_check.h"
#include "server/call/call_environment.h"
#include "server/guard/guard_models.h"
#include "server/guard/guard_request.h"
#include "server/guard/guard_store.h"
#include "server/observe/access_log.h"

namespace shapewright::server {

// Why a request is let through without a check.
enum class Unchecked : uint8_t {
  kUnknownModel,  // no door is there, or no model
  kCompiling,     // its guard is not there yet
  kNoGuard,       // the model can have no guard
  kUnread,        // the request cannot be read: too large, compressed, or of another form
};

// What a door says of a request.
struct GuardAdmission {
  // It is to be run. In shadow mode always.
  bool is_admitted = true;
  GuardMode mode = GuardMode::kEnforce;
  guard::Verdict verdict = guard::Verdict::kUndecided;
  // What is wrong, or not decided, failures first: the first one is why it fails.
  std::vector<std::string> problems = {};
  // With its guard; both null if it was not checked.
  std::shared_ptr<const guard::LoadedGuard> guard = nullptr;
  std::unique_ptr<guard::RequestCheck> check = nullptr;
  // It was not checked.
  std::optional<Unchecked> unchecked = std::nullopt;
  absl::Status error = absl::OkStatus();
};

// "pass".
absl::string_view VerdictName(guard::Verdict verdict);
// "unknown_model".
absl::string_view UncheckedName(Unchecked reason);

// The doors of models (docs/guards.md): lets requests through or refuses them, counts them, and
// logs those that fail, some a second. Thread-safe.
class GuardDoor {
 public:
  // All outlive it.
  GuardDoor(CallEnvironment& environment, const GuardModels& models, GuardStore& guards);

  // Of a request to a model by its name in the table, or, as callers may name it, an inference_id
  // or a path.
  GuardAdmission Admit(const std::string& model, const GuardRequest& request);
  // The same, of models in the table only: others are let through. A version of a model has a line
  // of its own, `NAME/versions/VERSION`.
  GuardAdmission AdmitNamed(const GuardRequest& request);
  // Counts a request that cannot be read, and is let through.
  GuardAdmission LetThrough(const std::string& model, Unchecked reason);

 private:
  GuardAdmission Ask(const std::string& label, const GuardedModel& model,
                     const GuardRequest& request);
  void Check(const GuardRequest& request, GuardAdmission* admission,
             std::vector<std::string>* failed);
  void Tell(const std::string& label, const GuardAdmission& admission);

  CallEnvironment& environment_;
  const GuardModels& models_;
  GuardStore& guards_;
  std::mutex mutex_;
  TokenBucket lines_;  // guarded by the mutex
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_GUARD_GUARD_DOOR_H_
