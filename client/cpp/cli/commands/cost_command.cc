#include "client/cpp/cli/commands/cost_command.h"

#include <string>
#include <utility>

#include "client/cpp/cli/cost/cost_report.h"
#include "client/cpp/cli/run/model_file.h"

namespace shapewright::cli {
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
  return AnswerWith(context, *response, [&](const ReportOptions& options) {
    return ReportCost(*response, question.top, options.width);
  });
}

}  // namespace shapewright::cli
