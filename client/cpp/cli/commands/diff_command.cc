#include "client/cpp/cli/commands/diff_command.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/diff/diff.h"
#include "client/cpp/cli/diff/diff_report.h"
#include "client/cpp/cli/run/model_file.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
namespace {

// All is to be done at `end`.
absl::StatusOr<v1::InferShapesResponse> AskOfBoth(const Context& context, const std::string& path,
                                                  absl::Time end) {
  absl::StatusOr<v1::ModelSpec> spec = ReadSpec(path, context.arguments);
  if (!spec.ok()) return spec.status();
  v1::InferShapesRequest request;
  *request.mutable_model() = *std::move(spec);
  AskForDiff(&request);
  const absl::Duration left = end - absl::Now();
  absl::StatusOr<v1::InferShapesResponse> response = context.asker.Ask(
      request,
      [&](Client& client, const v1::InferShapesRequest& asked) {
        return client.StreamInferShapes(asked, left);
      },
      left);
  if (response.ok()) return response;
  return AboutModel(path, response.status());
}

absl::Status DiffStatus(const std::vector<Change>& changes) {
  if (changes.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(
      HasBreaking(changes) ? "the models differ, and callers may break" : "the models differ");
}

}  // namespace

ModelAnswer Diff(const Context& context) {
  const absl::Time end = absl::Now() + context.asker.deadline();
  const std::string& before = context.arguments.operands[0];
  const std::string& after = context.arguments.operands[1];
  const absl::StatusOr<v1::InferShapesResponse> old_answer = AskOfBoth(context, before, end);
  if (!old_answer.ok()) return {"", old_answer.status()};
  const absl::StatusOr<v1::InferShapesResponse> new_answer = AskOfBoth(context, after, end);
  if (!new_answer.ok()) return {"", new_answer.status()};
  Work work = WorkUntil(end);
  absl::StatusOr<std::vector<Change>> found = DiffAnswers(*old_answer, *new_answer, work);
  if (!found.ok()) return {"", found.status()};
  std::vector<Change>& changes = *found;
  if (context.arguments.breaking) {
    std::erase_if(changes, [](const Change& each) { return each.effect != Effect::kBreaks; });
  }
  if (context.arguments.json) {
    return {PrintableJson(DiffJson(before, after, changes)), DiffStatus(changes)};
  }
  return {DiffReport(changes, context.width), DiffStatus(changes)};
}

}  // namespace shapewright::cli
