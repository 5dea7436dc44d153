#include "client/cpp/cli/commands/cost_command.h"

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/cpp/cli/cost/cost_report.h"
#include "client/cpp/cli/report/report.h"
#include "client/cpp/cli/run/model_file.h"

namespace shapewright::cli {
namespace {

// What fails at some sizes is an answer that says so.
absl::Status CostStatus(const v1::EstimateCostResponse& response) {
  int invalid = 0;
  for (const v1::CostEvaluation& evaluation : response.evaluations()) {
    if (evaluation.has_error()) {
      const std::string label = evaluation.label().empty() ? "" : evaluation.label() + ": ";
      return absl::InvalidArgumentError(absl::StrCat(label, EntryErrorText(evaluation.error())));
    }
    if (!evaluation.violations().empty()) ++invalid;
  }
  if (invalid == 0) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("invalid bindings: ", invalid, " of ", response.evaluations_size()));
}

}  // namespace

ModelAnswer Cost(const Context& context, const std::string& path) {
  const CostQuestion& question = context.arguments.cost;
  v1::EstimateCostRequest request = question.request;
  *request.mutable_bindings() = context.arguments.evaluate.bindings();
  if (context.arguments.memory) request.mutable_memory();
  absl::StatusOr<v1::ModelSpec> spec = ReadSpec(path, context.arguments);
  if (!spec.ok()) return {"", spec.status()};
  *request.mutable_model() = *std::move(spec);
  const absl::StatusOr<v1::EstimateCostResponse> response =
      context.asker.Ask(request, [&](Client& client, const v1::EstimateCostRequest& asked) {
        return client.EstimateCost(asked, context.asker.deadline());
      });
  if (!response.ok()) return {"", response.status()};
  return AnswerWith(
      context, *response,
      [&](const ReportOptions& options) {
        return ReportCost(*response, question.top, options.width);
      },
      CostStatus(*response));
}

}  // namespace shapewright::cli
