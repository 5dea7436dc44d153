#include "client/cpp/cli/commands/case_commands.h"

#include "client/cpp/cli/report/case_report.h"

namespace shapewright::cli {

ModelAnswer Merge(const Context& context) {
  const absl::StatusOr<v1::MergeShapesRequest> request = RequestOf(context.arguments.merge);
  if (!request.ok()) return {"", request.status()};
  const absl::StatusOr<v1::MergeShapesResponse> response =
      context.asker.Ask(*request, [&](Client& client, const v1::MergeShapesRequest& asked) {
        return client.MergeShapes(asked, context.asker.deadline());
      });
  if (!response.ok()) return {"", response.status()};
  const v1::MergeResult& result = response->results(0);
  return AnswerWith(context, result, [&](const ReportOptions&) { return MergeReport(result); });
}

ModelAnswer Layout(const Context& context) {
  v1::ComputeLayoutRequest request;
  *request.add_cases() = context.arguments.layout;
  request.set_details(context.arguments.layout_details);
  const absl::StatusOr<v1::ComputeLayoutResponse> response =
      context.asker.Ask(request, [&](Client& client, const v1::ComputeLayoutRequest& asked) {
        return client.ComputeLayout(asked, context.asker.deadline());
      });
  if (!response.ok()) return {"", response.status()};
  const v1::LayoutResult& result = response->results(0);
  return AnswerWith(context, result, [&](const ReportOptions&) {
    return result.has_error() ? "" : LayoutReport(context.arguments.layout, result);
  });
}

}  // namespace shapewright::cli
