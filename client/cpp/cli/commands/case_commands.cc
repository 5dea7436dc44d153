#include "client/cpp/cli/commands/case_commands.h"

#include <utility>

#include "absl/strings/match.h"
#include "client/cpp/cli/layout/module_layouts.h"
#include "client/cpp/cli/report/case_report.h"
#include "client/cpp/cli/run/model_file.h"
#include "core/graph/hlo/hlo_buffers.h"
#include "core/wire/model_format.h"

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

namespace {

// Fewer than any server refuses.
constexpr size_t kMostLayoutCases = 1000;

absl::StatusOr<v1::ComputeLayoutResponse> AskLayout(const Context& context,
                                                    const v1::ComputeLayoutRequest& request) {
  return context.asker.Ask(request, [&](Client& client, const v1::ComputeLayoutRequest& asked) {
    return client.ComputeLayout(asked, context.asker.deadline());
  });
}

// Of each buffer of a module of HLO.
ModelAnswer ModuleLayout(const Context& context, const std::string& path) {
  const absl::StatusOr<std::string> text = ReadModel(path);
  if (!text.ok()) return {"", text.status()};
  if (FormatOf(*text) != ModelFormat::kHloText) {
    return {"", AboutModel(path, absl::InvalidArgumentError("is no module of HLO text"))};
  }
  const auto buffers = graph::ReadHloBuffers(*text);
  if (!buffers.ok()) return {"", AboutModel(path, buffers.status())};
  v1::ComputeLayoutResponse all;
  for (const v1::ComputeLayoutRequest& request : RequestsAbout(*buffers, kMostLayoutCases)) {
    const absl::StatusOr<v1::ComputeLayoutResponse> response = AskLayout(context, request);
    if (!response.ok()) return {"", response.status()};
    all.MergeFrom(*response);
  }
  if (context.arguments.json) {
    absl::StatusOr<std::string> json = JsonOf(all, context.in_one_line);
    if (!json.ok()) return {"", json.status()};
    return {*std::move(json), absl::OkStatus()};
  }
  return {ModuleLayoutReport(*buffers, all, context.width), absl::OkStatus()};
}

}  // namespace

ModelAnswer Layout(const Context& context) {
  const std::string& operand = context.arguments.operands[0];
  if (absl::EndsWith(operand, ".hlo")) return ModuleLayout(context, operand);
  v1::ComputeLayoutRequest request;
  *request.add_cases() = context.arguments.layout;
  request.set_details(context.arguments.layout_details);
  const absl::StatusOr<v1::ComputeLayoutResponse> response = AskLayout(context, request);
  if (!response.ok()) return {"", response.status()};
  const v1::LayoutResult& result = response->results(0);
  return AnswerWith(context, result, [&](const ReportOptions&) {
    return result.has_error() ? "" : LayoutReport(context.arguments.layout, result);
  });
}

}  // namespace shapewright::cli
