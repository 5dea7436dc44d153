#include "client/cpp/cli/run/each_model.h"

#include <algorithm>
#include <new>
#include <thread>

#include "absl/strings/cord.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/cpp/cli/run/exit_code.h"
#include "client/cpp/cli/run/json.h"
#include "client/cpp/cli/screen/counts.h"
#include "core/base/error_payload.h"

namespace shapewright::cli {
namespace {

size_t JobsOf(const Arguments& arguments) {
  if (arguments.jobs > 0) return static_cast<size_t>(arguments.jobs);
  return std::max(std::thread::hardware_concurrency(), 1U);
}

// What is printed of one of several models.
void PrintEntry(const Arguments& arguments, Screen& screen, const std::string& path,
                const ModelAnswer& answer) {
  if (arguments.json) {
    screen.Print(JsonLine(path, answer.text, answer.status));
    return;
  }
  const std::string name = NameOf(path);
  if (arguments.command == Command::kLint) {
    screen.Print(answer.text);  // each line names its model
  } else {
    screen.Print(absl::StrCat(Styled(Style::kHeading, absl::StrCat("==> ", name, " <==")), "\n",
                              answer.text));
  }
  if (!answer.status.ok()) screen.PrintError(StatusText(AboutModel(path, answer.status)));
}

int AnswerList(const Arguments& arguments, Screen& screen, const NamedModels& named,
               absl::FunctionRef<ModelAnswer(const std::string& path)> answer) {
  int code = kExitFine;
  size_t failed = 0;
  bool is_first = true;
  const auto answer_one = [&](size_t i) {
    const NamedModel& model = named.models[i];
    try {
      return model.status.ok() ? answer(model.path) : ModelAnswer{"", model.status};
    } catch (const std::bad_alloc&) {
      return ModelAnswer{"", TooLittleMemory()};
    }
  };
  const auto take = [&](size_t i, const ModelAnswer& done) {
    code = std::max(code, ExitCodeOf(done.status));
    failed += done.status.ok() ? 0 : 1;
    if (arguments.quiet && done.status.ok()) return;
    if (!is_first && !arguments.json && arguments.command != Command::kLint) screen.Print("\n");
    is_first = false;
    PrintEntry(arguments, screen, named.models[i].path, done);
  };
  const auto progress = [&](size_t answered) {
    screen.ShowProgress(absl::StrCat(answered, " of ", Plural(named.models.size(), "model"), ", ",
                                     failed, " failed"));
  };
  AnswerInOrder(named.models.size(), JobsOf(arguments), answer_one, take, progress);
  return code;
}

}  // namespace

int AnswerModels(const Arguments& arguments, const NamedModels& named, Screen& screen,
                 absl::FunctionRef<ModelAnswer(const std::string& path)> answer) {
  if (named.is_list) return AnswerList(arguments, screen, named, answer);
  const std::string& path = named.models[0].path;
  ModelAnswer done = answer(path);
  done.status = AboutModel(path, done.status);
  return PrintAnswer(arguments, screen, done);
}

int PrintAnswer(const Arguments& arguments, Screen& screen, const ModelAnswer& answer) {
  const bool is_silent = arguments.quiet && answer.status.ok();
  const bool is_json = arguments.json || arguments.command == Command::kDescribe;
  if (!is_silent) {
    const bool has_only_error = is_json && answer.text.empty() && !answer.status.ok();
    screen.Print(has_only_error ? JsonError(answer.status) : answer.text);
  }
  if (!answer.status.ok()) screen.PrintError(StatusText(answer.status));
  return ExitCodeOf(answer.status);
}

std::string StatusText(const absl::Status& status) {
  const std::string reason = ErrorReason(status);
  constexpr absl::string_view kReasonLine = "\n  reason: ";
  if (reason.empty() || absl::StrContains(status.message(), kReasonLine)) {
    return std::string(status.message());
  }
  return absl::StrCat(status.message(), kReasonLine, reason);
}

absl::Status TooLittleMemory() {
  absl::Status status = absl::ResourceExhaustedError("there is too little memory for this");
  status.SetPayload(kReasonPayload, absl::Cord("OUT_OF_MEMORY"));
  return status;
}

}  // namespace shapewright::cli
