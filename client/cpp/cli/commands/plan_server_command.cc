#include "client/cpp/cli/commands/plan_server_command.h"

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "client/cpp/cli/run/model_file.h"
#include "client/cpp/cli/sizing/server_plan.h"
#include "core/wire/external_data.h"
#include "shapewright/model.h"

namespace shapewright::cli {
namespace {

absl::StatusOr<ServedModel> Measure(const std::string& path) {
  const absl::StatusOr<std::string> bytes = ReadModel(path);
  if (!bytes.ok()) return bytes.status();
  const absl::StatusOr<std::string> sent = StripModelFile(*bytes, path);
  if (!sent.ok()) return sent.status();
  const absl::StatusOr<Model> model = Model::FromOnnx(*sent);
  if (!model.ok()) return model.status();
  return ServedModel{static_cast<double>(model->node_count()), static_cast<double>(sent->size())};
}

}  // namespace

ModelAnswer PlanServerSize(const Context& context) {
  const ServerQuestion& question = context.arguments.server;
  std::vector<ServedModel> models;
  for (const NamedModel& named : ExpandModels(question.models).models) {
    if (!named.status.ok()) return {"", AboutModel(named.path, named.status)};
    const absl::StatusOr<ServedModel> model = Measure(named.path);
    if (!model.ok()) {
      return {"", AboutModel(named.path, model.status())};
    }
    models.push_back(*model);
  }
  const Measured& measured = MeasuredFigures();
  const ServerPlan plan = PlanServers(measured, models, question.rate, question.mix);
  return {
      context.arguments.json ? ServerPlanJson(measured, plan) : ReportServerPlan(measured, plan),
      absl::OkStatus()};
}

}  // namespace shapewright::cli
