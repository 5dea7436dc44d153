#include "core/inference/infer.h"

#include <memory>
#include <utility>

#include "core/graph/onnx/onnx_reader.h"
#include "core/inference/answer/answer_writer.h"
#include "core/inference/compiled_inference.h"
#include "core/inference/engine/engine.h"
#include "core/inference/evaluation/scenario_finder.h"
#include "core/inference/facts/fact_report.h"
#include "core/inference/given/given.h"
#include "core/inference/infer_run.h"
#include "core/inference/read_model.h"
#include "core/inference/scenarios.h"

namespace shapewright::inference {
namespace {

using graph::Model;

}  // namespace

absl::StatusOr<std::string> InferOnnxModel(absl::string_view model, const InferOptions& options) {
  const auto read = graph::ReadOnnxModel(model, options.reader);
  if (!read.ok()) return read.status();
  InferOptions counted = options;
  Work work(WorkLimit(options.max_work, 0, (*read)->byte_size), options.reader.check_interrupt,
            options.progress);
  work.CountKept((*read)->read_work);
  counted.work = &work;
  Engine engine(**read, counted);
  std::optional<FactReport> report;
  absl::Status status = RunEngine(engine, **read, counted, nullptr, &report);
  if (!status.ok()) return status;
  if (options.on_inferred) options.on_inferred();
  AnswerOptions answer;
  answer.scope = AnswerOptions::Scope::kAllGraphs;
  answer.nodes = true;
  AnswerBudget budget(options.max_answer_bytes);
  answer.budget = &budget;
  return WriteAnswer(engine, **read, *report, answer);
}

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

absl::StatusOr<std::string> EvaluateRequest(const v1::EvaluateShapesRequest& request,
                                            const Model& model, const InferOptions& options) {
  const auto compiled = CompiledInference::Compile(request, model, options);
  if (!compiled.ok()) return compiled.status();
  return (*compiled)->Answer(request, options);
}

absl::StatusOr<std::string> EvaluateRequest(const v1::EvaluateShapesRequest& request,
                                            const InferOptions& options) {
  const auto read = ReadModel(request.model(), options);
  if (!read.ok()) return read.status();
  return EvaluateRequest(request, **read, options);
}

}  // namespace shapewright::inference
