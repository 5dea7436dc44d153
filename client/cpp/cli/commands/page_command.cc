#include "client/cpp/cli/commands/page_command.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/commands/requests_command.h"
#include "client/cpp/cli/diff/diff.h"
#include "client/cpp/cli/diff/diff_report.h"
#include "client/cpp/cli/page/changes_table.h"
#include "client/cpp/cli/page/model_wiring.h"
#include "client/cpp/cli/page/requests_table.h"
#include "client/cpp/cli/run/model_file.h"
#include "client/cpp/cli/run/write_file.h"
#include "core/wire/printable.h"
#include "page/page.h"

namespace shapewright::cli {
namespace {

// A server of an earlier version does not tell costs; then the page has none.
std::optional<v1::EstimateCostResponse> CostOf(const Context& context, const v1::ModelSpec& model) {
  v1::EstimateCostRequest request;
  *request.mutable_model() = model;
  for (const v1::CostGrouping grouping :
       {v1::COST_GROUPING_NODE, v1::COST_GROUPING_SCOPE, v1::COST_GROUPING_OPERATOR}) {
    request.mutable_parts()->add_group_by(grouping);
  }
  absl::StatusOr<v1::EstimateCostResponse> response =
      context.asker.Ask(request, [&](Client& client, const v1::EstimateCostRequest& asked) {
        return client.EstimateCost(asked, context.asker.deadline());
      });
  if (!response.ok()) return std::nullopt;
  return *std::move(response);
}

absl::StatusOr<PageModel> ModelOf(const Context& context, const std::string& path) {
  const absl::StatusOr<std::string> bytes = ReadModel(path);
  if (!bytes.ok()) return bytes.status();
  absl::StatusOr<v1::ModelSpec> spec = SpecOf(*bytes, path, context.arguments);
  if (!spec.ok()) return spec.status();
  v1::InferShapesRequest request;
  *request.mutable_model() = *std::move(spec);
  request.set_scope(v1::SCOPE_ALL_GRAPHS);
  request.add_include(v1::PART_NODES);
  request.add_include(v1::PART_ELEMENTS);
  request.add_include(v1::PART_WIRING);
  absl::StatusOr<v1::InferShapesResponse> response =
      context.asker.Ask(request, [&](Client& client, const v1::InferShapesRequest& asked) {
        return client.StreamInferShapes(asked, context.asker.deadline());
      });
  if (!response.ok()) {
    return AboutModel(path, response.status());
  }
  ModelWiring wiring = WiringOf(*response);
  if (absl::Status status = AddSources(*bytes, *response, wiring); !status.ok()) return status;
  const std::string name =
      path == kStdin ? "stdin" : std::filesystem::path(path).filename().string();
  return PageModel{name, *std::move(response), std::move(wiring), CostOf(context, request.model())};
}

// As DiffAnswers() wants it: the values of the main graph, without their elements.
absl::StatusOr<std::vector<Change>> ChangesOf(const PageModel& before, const PageModel& after,
                                              Work& work) {
  std::vector<v1::InferShapesResponse> answers = {before.response, after.response};
  for (v1::InferShapesResponse& answer : answers) {
    auto& graphs = *answer.mutable_graphs();
    if (graphs.size() > 1) graphs.DeleteSubrange(1, graphs.size() - 1);
  }
  return DiffAnswers(answers[0], answers[1], work);
}

// Of the last model: that is the one to come.
absl::StatusOr<RequestStudy> StudyOf(const Context& context) {
  absl::StatusOr<v1::ModelSpec> spec =
      ReadSpec(context.arguments.operands.back(), context.arguments);
  if (!spec.ok()) return spec.status();
  return StudyLog(context, *std::move(spec), context.arguments.request_log);
}

}  // namespace

ModelAnswer MakePage(const Context& context) {
  std::vector<PageModel> models;
  for (const std::string& path : context.arguments.operands) {
    absl::StatusOr<PageModel> model = ModelOf(context, path);
    if (!model.ok()) return {"", model.status()};
    models.push_back(*std::move(model));
  }
  PageOptions options;
  if (models.size() > 1) {
    Work work = WorkUntil(absl::Now() + context.asker.deadline());
    const absl::StatusOr<std::vector<Change>> changes = ChangesOf(models[0], models[1], work);
    if (!changes.ok()) return {"", changes.status()};
    options.first_tables = ChangesTable(*changes);
    options.changes_json = DiffJson(models[0].name, models[1].name, *changes);
  }
  absl::Status requests;
  if (!context.arguments.request_log.empty()) {
    const absl::StatusOr<RequestStudy> study = StudyOf(context);
    if (!study.ok()) return {"", study.status()};
    absl::StrAppend(&options.first_tables, RequestsTable(*study));
    requests = VerdictOf(*study);
  }
  const auto& bindings = context.arguments.evaluate.bindings();
  if (!bindings.empty()) options.start = bindings[0];
  const absl::StatusOr<std::string> page = RenderPage(models, options);
  if (!page.ok()) return {"", page.status()};
  absl::Status verdict;
  for (size_t i = 0; i < models.size() && verdict.ok(); ++i) {
    verdict = AboutModel(context.arguments.operands[i], VerdictOf(models[i].response));
  }
  if (verdict.ok()) verdict = requests;
  if (context.arguments.page_out.empty()) return {*page, verdict};
  absl::Status written = WriteFile(context.arguments.page_out, *page);
  return {"", written.ok() ? verdict : written};
}

}  // namespace shapewright::cli
