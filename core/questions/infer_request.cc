#include "core/questions/infer_request.h"

#include <utility>

#include "core/inference/infer_run.h"
#include "core/inference/read_model.h"
#include "core/questions/answer_run.h"
#include "core/questions/evaluation/scenario_finder.h"
#include "core/questions/rows/questions.h"
#include "core/questions/scenarios.h"

namespace shapewright::questions {
namespace {

using graph::Model;
using inference::BlameRequest;
using inference::InferOptions;
using inference::ReadModel;
using inference::RunInference;

constexpr ListLimit kInferShapesLists[] = {
    {ListKind::kScenarios, "scenarios", SizeBy<&v1::InferShapesRequest::scenarios_size>}};

}  // namespace

absl::StatusOr<std::string> InferRequest(const v1::InferShapesRequest& request,
                                         const InferOptions& options) {
  const auto read = ReadModel(request.model(), options);
  if (!read.ok()) return read.status();
  return InferRequest(request, **read, options);
}

absl::StatusOr<std::string> InferRequest(const v1::InferShapesRequest& request, const Model& model,
                                         const InferOptions& options) {
  absl::Status named = CheckScenarioNames(request.scenarios());
  if (!named.ok()) return BlameRequest(std::move(named));
  const auto run = RunInference(request, model, options);
  if (!run.ok()) return run.status();
  absl::StatusOr<std::string> answer = AnswerRun(request, **run);
  if (!answer.ok()) return BlameRequest(answer.status());
  if (request.scenarios().empty()) return answer;
  // One inference is in memory at a time.
  (*run)->report.reset();
  (*run)->engine.reset();
  absl::Status status = AppendScenarios(request, model, options, (*run)->work, &*answer);
  if (!status.ok()) return status;
  return answer;
}

ModelRpc InferShapesRow() {
  return RowOf<v1::InferShapesRequest, InferRequest>("InferShapes", kInferShapesLists);
}

}  // namespace shapewright::questions
