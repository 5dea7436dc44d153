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

absl::StatusOr<v1::InferShapesResponse> AskOfBoth(const Context& context, const std::string& path) {
  absl::StatusOr<v1::ModelSpec> spec = ReadSpec(path, context.arguments);
  if (!spec.ok()) return spec.status();
  v1::InferShapesRequest request;
  *request.mutable_model() = *std::move(spec);
  AskForDiff(&request);
  absl::StatusOr<v1::InferShapesResponse> response =
      context.asker.Ask(request, [&](Client& client, const v1::InferShapesRequest& asked) {
        return client.StreamInferShapes(asked, context.asker.deadline());
      });
  if (response.ok()) return response;
  return absl::Status(response.status().code(),
                      absl::StrCat(Printable(path), ": ", response.status().message()));
}

absl::Status DiffStatus(const std::vector<Change>& changes) {
  if (changes.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(
      HasBreaking(changes) ? "the models differ, and callers may break" : "the models differ");
}

}  // namespace

ModelAnswer Diff(const Context& context) {
  const std::string& before = context.arguments.operands[0];
  const std::string& after = context.arguments.operands[1];
  const absl::StatusOr<v1::InferShapesResponse> old_answer = AskOfBoth(context, before);
  if (!old_answer.ok()) return {"", old_answer.status()};
  const absl::StatusOr<v1::InferShapesResponse> new_answer = AskOfBoth(context, after);
  if (!new_answer.ok()) return {"", new_answer.status()};
  std::vector<Change> changes = DiffAnswers(*old_answer, *new_answer);
  if (context.arguments.breaking) {
    std::erase_if(changes, [](const Change& each) { return each.effect != Effect::kBreaks; });
  }
  if (context.arguments.json) {
    return {PrintableJson(DiffJson(before, after, changes)), DiffStatus(changes)};
  }
  return {DiffReport(changes, context.width), DiffStatus(changes)};
}

}  // namespace shapewright::cli
