#ifndef SHAPEWRIGHT_SERVER_GUARD_GUARD_MODELS_H_
#define SHAPEWRIGHT_SERVER_GUARD_GUARD_MODELS_H_

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/base/hash_map.h"
#include "server/observe/log.h"
#include "server/process/periodic_thread.h"

namespace shapewright::server {

enum class GuardMode : uint8_t { kEnforce, kShadow };

// "enforce", "shadow".
absl::string_view GuardModeName(GuardMode mode);

// A model that has a door.
struct GuardedModel {
  // An inference_id, or a path below the model root.
  std::string source;
  GuardMode mode = GuardMode::kEnforce;
};

// What a file of --guard-models says.
struct GuardTable {
  HashMap<std::string, GuardedModel> models;
  // Of the models that have no line.
  GuardMode others = GuardMode::kEnforce;
};

// A line is `NAME enforce|shadow [PATH]`; without a path the name is the path. `* enforce|shadow`
// is about the models that have no line. INVALID_ARGUMENT names the line.
absl::StatusOr<GuardTable> ParseGuardTable(absl::string_view text);

// The models that have a door, and their modes. The file is read again when it has changed; while
// it is wrong, what it said before holds. Thread-safe.
class GuardModels {
 public:
  // With an empty path: all models are enforced. `log` outlives it.
  static absl::StatusOr<std::unique_ptr<GuardModels>> Read(const std::string& file, Log& log);

  // Nothing: it has no line.
  std::optional<GuardedModel> Find(const std::string& name) const;
  GuardMode others() const;

 private:
  GuardModels(std::string file, std::string text, GuardTable table, Log& log);

  std::shared_ptr<const GuardTable> table() const;
  void Look();

  const std::string file_;
  Log& log_;
  // Of the last look; used by the thread alone once it runs.
  std::string text_;
  mutable std::mutex mutex_;
  std::shared_ptr<const GuardTable> table_;
  std::unique_ptr<PeriodicThread> thread_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_GUARD_GUARD_MODELS_H_
