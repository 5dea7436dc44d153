#include "server/guard/guard_door.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/wire/utf8.h"
#include "server/observe/door_metrics.h"

namespace shapewright::server {
namespace {

using guard::Problem;
using guard::Verdict;

// What a failure is counted by that is of no check, as in the doors of the clients.
constexpr char kInputs[] = "inputs";
// Of one answer.
constexpr size_t kMaxProblems = 100;
// Of a line in the log: names of inputs come from callers.
constexpr size_t kMaxLoggedText = 300;

// Whether what the guard says is sound of a request of which only a part was seen.
bool MayJudge(const v1::GuardProgram& program, const GuardRequest& request) {
  if (!request.is_partial) return true;
  return std::all_of(
      program.inputs().begin(), program.inputs().end(), [&](const v1::GuardInput& input) {
        return !input.has_if_missing() ||
               std::any_of(request.inputs.begin(), request.inputs.end(),
                           [&](const auto& tensor) { return tensor.name == input.name(); });
      });
}

}  // namespace

absl::string_view VerdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass:
      return "pass";
    case Verdict::kFail:
      return "fail";
    default:
      return "undecided";
  }
}

absl::string_view UncheckedName(Unchecked reason) {
  switch (reason) {
    case Unchecked::kUnknownModel:
      return "unknown_model";
    case Unchecked::kCompiling:
      return "compiling";
    case Unchecked::kNoGuard:
      return "no_guard";
    default:
      return "unread";
  }
}

GuardDoor::GuardDoor(CallEnvironment& environment, const GuardModels& models, GuardStore& guards)
    : environment_(environment),
      models_(models),
      guards_(guards),
      lines_(environment.options.log_failures_per_second) {}

GuardAdmission GuardDoor::Admit(const std::string& model, const GuardRequest& request) {
  if (const std::optional<GuardedModel> known = models_.Find(model)) {
    return Ask(model, *known, request);
  }
  return Ask(DoorMetrics::kOther, {model, models_.others()}, request);
}

GuardAdmission GuardDoor::AdmitNamed(const GuardRequest& request) {
  const std::string model = request.version.empty()
                                ? request.model
                                : absl::StrCat(request.model, "/versions/", request.version);
  const std::optional<GuardedModel> known = models_.Find(model);
  return known ? Ask(model, *known, request) : LetThrough(model, Unchecked::kUnknownModel);
}

GuardAdmission GuardDoor::LetThrough(const std::string& model, Unchecked reason) {
  const std::optional<GuardedModel> known = models_.Find(model);
  environment_.metrics.doors().Unchecked(known ? model : DoorMetrics::kOther,
                                         UncheckedName(reason));
  GuardAdmission admission;
  admission.mode = known ? known->mode : models_.others();
  admission.unchecked = reason;
  return admission;
}

GuardAdmission GuardDoor::Ask(const std::string& label, const GuardedModel& model,
                              const GuardRequest& request) {
  const std::optional<absl::StatusOr<GuardStore::Guard>> guard = guards_.Find(model.source);
  if (!guard || !guard->ok()) {
    GuardAdmission admission =
        LetThrough(label, !guard                                ? Unchecked::kCompiling
                          : absl::IsNotFound((*guard).status()) ? Unchecked::kUnknownModel
                                                                : Unchecked::kNoGuard);
    if (guard) admission.error = guard->status();
    return admission;
  }
  DoorMetrics& metrics = environment_.metrics.doors();
  GuardAdmission admission;
  admission.mode = model.mode;
  admission.guard = **guard;
  std::vector<std::string> failed;
  Check(request, &admission, &failed);
  metrics.Checked(label, VerdictName(admission.verdict));
  if (admission.verdict != Verdict::kFail) return admission;
  // Checks of models without a name here are not for labels: callers bring these models.
  const bool is_known = label != DoorMetrics::kOther;
  for (const std::string& check : failed) {
    metrics.Failed(label, is_known ? check : DoorMetrics::kOther);
    if (!is_known) break;
  }
  admission.is_admitted = model.mode == GuardMode::kShadow;
  if (!admission.is_admitted) metrics.Refused(label);
  Tell(label, admission);
  return admission;
}

void GuardDoor::Check(const GuardRequest& request, GuardAdmission* admission,
                      std::vector<std::string>* failed) {
  const v1::GuardProgram& program = admission->guard->message();
  if (!request.defect.empty()) {
    admission->verdict = Verdict::kFail;
    admission->problems.push_back(request.defect);
    failed->push_back(kInputs);
    return;
  }
  admission->check = std::make_unique<guard::RequestCheck>(admission->guard);
  guard::RequestCheck& check = *admission->check;
  const std::vector<guard::RequestTensor> tensors = request.Tensors();
  admission->verdict = check.Check(tensors);
  if (!MayJudge(program, request)) {
    admission->verdict = Verdict::kUndecided;
    return;
  }
  std::set<std::string> texts;
  for (const bool failures : {true, false}) {
    for (const Problem& problem : check.problems()) {
      if (problem.is_failure != failures) continue;
      if (request.is_partial && problem.kind == Problem::Kind::kMissing) continue;
      if (failures) {
        texts.insert(problem.kind == Problem::Kind::kCheck
                         ? program.checks(static_cast<int>(problem.place)).message()
                         : kInputs);
      }
      if (admission->problems.size() == kMaxProblems) continue;
      admission->problems.push_back(check.Describe(problem));
    }
  }
  if (admission->verdict == Verdict::kFail && texts.empty()) {
    admission->verdict = Verdict::kUndecided;  // only what was not seen is missing
  }
  failed->assign(texts.begin(), texts.end());
}

void GuardDoor::Tell(const std::string& label, const GuardAdmission& admission) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!lines_.TryTake(TokenBucket::Clock::now())) {
      environment_.metrics.LogLinesDropped(1);
      return;
    }
  }
  const absl::string_view problem = Utf8Prefix(admission.problems.front(), kMaxLoggedText);
  environment_.log.Write(LogLevel::kInfo, "door_failure",
                         {{"model", absl::string_view(label)},
                          {"mode", GuardModeName(admission.mode)},
                          {"result", admission.is_admitted ? "admitted" : "refused"},
                          {"problems", static_cast<int64_t>(admission.problems.size())},
                          {"problem", problem}});
}

}  // namespace shapewright::server
