#ifndef SHAPEWRIGHT_GUARD_DOOR_H_
#define SHAPEWRIGHT_GUARD_DOOR_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "shapewright/guard.h"

namespace shapewright {

// What a door says of a request.
struct GuardAdmission {
  // Whether to run it. In shadow mode always.
  bool admitted = true;
  GuardVerdict verdict = GuardVerdict::kPass;
  // Of a request that does not pass.
  std::vector<GuardProblem> problems = {};
};

// What a door has seen so far.
struct GuardDoorCounts {
  // How many requests had each verdict.
  std::map<GuardVerdict, int64_t> requests;
  // How many requests failed each check, by its text, or GuardDoor::kInputs.
  std::map<std::string, int64_t> failures;
  // How many were refused. In shadow mode none.
  int64_t refused = 0;
};

// The door of a model. In shadow mode, in which it begins, all requests are let through, and those
// that would be refused are counted and told. In enforcing mode requests that fail are refused;
// undecided ones are let through. Any number of threads may use it.
class GuardDoor {
 public:
  // What a failure is counted by that is of no check: an input is missing, unknown, or of another
  // type.
  static constexpr char kInputs[] = "inputs";
  // Called for each request that fails, in the thread of the caller.
  using OnFailure = std::function<void(const GuardAdmission&)>;

  explicit GuardDoor(const Guard& guard, OnFailure on_failure = nullptr);
  GuardDoor(GuardDoor&& other) noexcept;
  GuardDoor& operator=(GuardDoor&& other) noexcept;
  ~GuardDoor();

  // Says whether requests are refused from now on.
  void Enforce(bool enforces);
  // Checks a request, as GuardCheck::Check() does, and counts it.
  GuardAdmission Admit(absl::Span<const GuardTensor> request);
  GuardDoorCounts Counts() const;
  // The counts in the text format of Prometheus, labeled with the name of the model.
  std::string Metrics(absl::string_view model) const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

// The counts of doors by the names of their models, in the text format of Prometheus.
std::string GuardDoorMetrics(const std::map<std::string, const GuardDoor*>& doors);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_GUARD_DOOR_H_
