#include "client/cpp/cli/commands/guard_command.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/guard/guard_report.h"
#include "client/cpp/cli/run/model_file.h"
#include "client/cpp/cli/run/write_file.h"

namespace shapewright::cli {
namespace {

// FAILED_PRECONDITION if a request does not pass.
absl::Status CheckRequests(const Context& context, const v1::GuardProgram& program,
                           std::string* text) {
  const GuardQuestion& question = context.arguments.guard;
  const auto loaded = guard::LoadedGuard::Load(program);
  if (!loaded.ok()) return loaded.status();
  guard::RequestCheck check(*loaded);
  size_t failed = 0;
  for (size_t i = 0; i < question.checks.size(); ++i) {
    const CheckedRequest checked =
        CheckRequest(check, program, question.checks[i], question.texts[i], context.width);
    absl::StrAppend(text, checked.text);
    if (checked.verdict != guard::Verdict::kPass) ++failed;
  }
  if (failed == 0) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      failed, " of ", question.checks.size(),
      question.checks.size() == 1 ? " request does not pass" : " requests do not pass"));
}

}  // namespace

ModelAnswer Guard(const Context& context, const std::string& path) {
  v1::CompileGuardRequest request = context.arguments.guard.request;
  request.mutable_values()->CopyFrom(context.arguments.evaluate.values());
  if (context.arguments.memory) request.mutable_memory();
  absl::StatusOr<v1::ModelSpec> spec = ReadSpec(path, context.arguments);
  if (!spec.ok()) return {"", spec.status()};
  *request.mutable_model() = *std::move(spec);
  const absl::StatusOr<v1::CompileGuardResponse> response =
      context.asker.Ask(request, [&](Client& client, const v1::CompileGuardRequest& asked) {
        return client.CompileGuard(asked, context.asker.deadline());
      });
  if (!response.ok()) return {"", response.status()};
  const v1::GuardProgram& program = response->program();
  if (!context.arguments.guard.out.empty()) {
    absl::Status written = WriteFile(context.arguments.guard.out, program.SerializeAsString());
    if (!written.ok()) return {"", written};
  }
  const bool has_checks = !context.arguments.guard.checks.empty();
  std::string checked;
  absl::Status requests = has_checks ? CheckRequests(context, program, &checked) : absl::OkStatus();
  ModelAnswer answer = AnswerWith(context, *response, [&](const ReportOptions& options) {
    return has_checks ? checked : ReportGuard(program, options.width);
  });
  if (!requests.ok()) answer.status = std::move(requests);
  return answer;
}

}  // namespace shapewright::cli
