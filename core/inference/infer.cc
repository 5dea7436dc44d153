#include "core/inference/infer.h"

#include <memory>
#include <utility>

#include "core/graph/onnx/onnx_reader.h"
#include "core/inference/answer/answer_writer.h"
#include "core/inference/answer/selection.h"
#include "core/inference/compiled_inference.h"
#include "core/inference/engine/engine.h"
#include "core/inference/engine/given.h"
#include "core/inference/explanation/audit.h"
#include "core/inference/facts/fact_report.h"
#include "core/inference/infer_run.h"
#include "core/inference/read_model.h"
#include "core/wire/valid_text.h"

namespace shapewright::inference {
namespace {

using graph::Model;

// The findings of the audit as serialized fields of the answer; none where nobody asks for them.
absl::StatusOr<std::string> WriteAudit(const v1::InferShapesRequest& request, InferRun& run) {
  if (!Includes(request, v1::PART_AUDIT)) return std::string();
  v1::InferShapesResponse audit;
  AuditModel(*run.engine, &audit);
  run.budget->Take(audit.ByteSizeLong());
  absl::Status status = run.budget->status();
  if (status.ok()) status = run.work.status();
  if (!status.ok()) return status;
  MakeTextValid(&audit);
  return audit.SerializeAsString();
}

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
  const auto run = RunInference(request, model, options);
  if (!run.ok()) return run.status();
  absl::StatusOr<std::string> audit = WriteAudit(request, **run);
  if (!audit.ok()) return BlameRequest(audit.status());
  if ((*run)->options.on_inferred) (*run)->options.on_inferred();
  AnswerOptions& answer = (*run)->answer;
  answer.audit = *std::move(audit);
  return WriteAnswer(*(*run)->engine, *(*run)->model, *(*run)->report, answer);
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
