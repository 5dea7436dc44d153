#include "shapewright/guard_door.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace shapewright {
namespace {

std::string MetricLabel(absl::string_view name, absl::string_view value) {
  return absl::StrCat(name, "=\"",
                      absl::StrReplaceAll(value, {{"\\", "\\\\"}, {"\"", "\\\""}, {"\n", "\\n"}}),
                      "\"");
}

absl::string_view VerdictLabel(GuardVerdict verdict) {
  switch (verdict) {
    case GuardVerdict::kPass:
      return "pass";
    case GuardVerdict::kFail:
      return "fail";
    default:
      return "undecided";
  }
}

// A metric with its samples, of which each has labels and a value.
class DoorFamily {
 public:
  DoorFamily(absl::string_view name, absl::string_view help)
      : name_(absl::StrCat("shapewright_door_", name, "_total")),
        text_(absl::StrCat("# HELP ", name_, " ", help, "\n# TYPE ", name_, " counter\n")) {}

  void Add(absl::string_view labels, int64_t value) {
    absl::StrAppend(&text_, name_, "{", labels, "} ", value, "\n");
  }
  const std::string& text() const { return text_; }

 private:
  const std::string name_;
  std::string text_;
};

}  // namespace

class GuardDoor::State {
 public:
  State(const Guard& guard, OnFailure on_failure)
      : guard_(guard), on_failure_(std::move(on_failure)) {
    for (const GuardVerdict verdict :
         {GuardVerdict::kPass, GuardVerdict::kFail, GuardVerdict::kUndecided}) {
      counts_.requests[verdict] = 0;
    }
  }

  void Enforce(bool enforces) { enforces_ = enforces; }

  GuardAdmission Admit(absl::Span<const GuardTensor> request) {
    std::unique_ptr<GuardCheck> check = TakeCheck();
    GuardAdmission admission;
    admission.verdict = check->Check(request);
    if (admission.verdict != GuardVerdict::kPass) admission.problems = check->Problems();
    const bool fails = admission.verdict == GuardVerdict::kFail;
    admission.admitted = !fails || !enforces_;
    Count(admission, std::move(check));
    if (fails && on_failure_ != nullptr) on_failure_(admission);
    return admission;
  }

  GuardDoorCounts Counts() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return counts_;
  }

 private:
  std::unique_ptr<GuardCheck> TakeCheck() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<GuardCheck> check = std::move(idle_.back());
        idle_.pop_back();
        return check;
      }
    }
    return std::make_unique<GuardCheck>(guard_);
  }

  void Count(const GuardAdmission& admission, std::unique_ptr<GuardCheck> check) {
    std::set<std::string> failed;
    for (const GuardProblem& problem : admission.problems) {
      if (problem.is_failure) failed.insert(TextOf(problem.check));
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    ++counts_.requests[admission.verdict];
    for (const std::string& text : failed) ++counts_.failures[text];
    counts_.refused += admission.admitted ? 0 : 1;
    idle_.push_back(std::move(check));
  }

  std::string TextOf(std::optional<uint32_t> check) const {
    return check ? guard_.checks()[*check] : kInputs;
  }

  const Guard guard_;
  const OnFailure on_failure_;
  std::atomic<bool> enforces_{false};
  mutable std::mutex mutex_;
  // Guarded by the mutex: as many as threads have asked at once.
  std::vector<std::unique_ptr<GuardCheck>> idle_;
  GuardDoorCounts counts_;
};

GuardDoor::GuardDoor(const Guard& guard, OnFailure on_failure)
    : state_(std::make_unique<State>(guard, std::move(on_failure))) {}
GuardDoor::GuardDoor(GuardDoor&& other) noexcept = default;
GuardDoor& GuardDoor::operator=(GuardDoor&& other) noexcept = default;
GuardDoor::~GuardDoor() = default;

void GuardDoor::Enforce(bool enforces) { state_->Enforce(enforces); }

GuardAdmission GuardDoor::Admit(absl::Span<const GuardTensor> request) {
  return state_->Admit(request);
}

GuardDoorCounts GuardDoor::Counts() const { return state_->Counts(); }

std::string GuardDoor::Metrics(absl::string_view model) const {
  return GuardDoorMetrics({{std::string(model), this}});
}

std::string GuardDoorMetrics(const std::map<std::string, const GuardDoor*>& doors) {
  DoorFamily requests("requests", "Requests, by what the guard says of them.");
  DoorFamily failures("failures", "Requests that fail a check.");
  DoorFamily refused("refused", "Requests that were refused.");
  for (const auto& [name, door] : doors) {
    const GuardDoorCounts counts = door->Counts();
    const std::string model = MetricLabel("model", name);
    for (const auto& [verdict, number] : counts.requests) {
      requests.Add(absl::StrCat(model, ",", MetricLabel("verdict", VerdictLabel(verdict))), number);
    }
    for (const auto& [check, number] : counts.failures) {
      failures.Add(absl::StrCat(model, ",", MetricLabel("check", check)), number);
    }
    refused.Add(model, counts.refused);
  }
  return absl::StrCat(requests.text(), failures.text(), refused.text());
}

}  // namespace shapewright
