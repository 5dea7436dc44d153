#ifndef SHAPEWRIGHT_SERVER_OBSERVE_DOOR_METRICS_H_
#define SHAPEWRIGHT_SERVER_OBSERVE_DOOR_METRICS_H_

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"

namespace prometheus {
class Counter;
class Registry;
template <typename T>
class Family;
}  // namespace prometheus

namespace shapewright::server {

// What doors count, by model and check, with the names that the doors of the clients have. Labels
// are names and checks of models that the server was told to guard; further ones are `other`.
// Thread-safe.
class DoorMetrics {
 public:
  static constexpr char kOther[] = "other";
  // Series of failures; beyond them the check is `other`.
  static constexpr size_t kMaxFailureSeries = 1000;

  explicit DoorMetrics(prometheus::Registry& registry);

  // A request about a model was checked: "pass", "fail", "undecided".
  void Checked(const std::string& model, absl::string_view verdict);
  // It fails a check, by its text.
  void Failed(const std::string& model, const std::string& check);
  void Refused(const std::string& model);
  // A request was let through unseen: "compiling".
  void Unchecked(const std::string& model, absl::string_view reason);

 private:
  using Family = prometheus::Family<prometheus::Counter>;
  // Of two labels, the second of which may be missing.
  struct Counters {
    Family& family;
    const char* label;
    std::map<std::pair<std::string, std::string>, prometheus::Counter*> series = {};
  };

  static void Count(Counters& counters, const std::string& model, const std::string& value);

  std::mutex mutex_;
  // Guarded by the mutex.
  Counters requests_;
  Counters failures_;
  Counters refused_;
  Counters unchecked_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_OBSERVE_DOOR_METRICS_H_
