#include "core/inference/infer.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/message/message_reader.h"
#include "core/graph/message/message_text.h"
#include "core/graph/onnx/onnx_reader.h"
#include "core/graph/read_error.h"
#include "core/inference/answer/answer_writer.h"
#include "core/inference/answer/selection.h"
#include "core/inference/compiled_inference.h"
#include "core/inference/engine/answer_numbering.h"
#include "core/inference/engine/engine.h"
#include "core/inference/engine/given.h"
#include "core/inference/evaluation/evaluations.h"
#include "core/inference/evaluation/plan_points.h"
#include "core/inference/evaluation/profile.h"
#include "core/inference/explanation/audit.h"
#include "core/inference/explanation/explain.h"
#include "core/inference/facts/fact_report.h"
#include "core/inference/infer_run.h"
#include "core/inference/request_size.h"
#include "core/wire/valid_text.h"

namespace shapewright::inference {
namespace {

using graph::Model;

// Each may take as much as a small answer.
constexpr int kMaxExplanations = 100;

absl::StatusOr<std::unique_ptr<Model>> ReadMessage(const v1::Model& message,
                                                   const InferOptions& options) {
  auto model = graph::ReadModelMessage(message, options.reader);
  if (absl::IsInvalidArgument(model.status())) {
    return graph::Within("model.graph", model.status());
  }
  return model;
}

absl::StatusOr<std::unique_ptr<Model>> ReadModel(const v1::ModelSpec& spec,
                                                 const InferOptions& options) {
  switch (spec.source_case()) {
    case v1::ModelSpec::kOnnx:
      return graph::ReadOnnxModel(spec.onnx(), options.reader);
    case v1::ModelSpec::kGraph:
      return ReadMessage(spec.graph(), options);
    case v1::ModelSpec::kModelId:
      return Unimplemented("model.model_id");
    case v1::ModelSpec::kPath:
      return Unimplemented("model.path");
    case v1::ModelSpec::SOURCE_NOT_SET:
      break;
  }
  absl::Status status = absl::InvalidArgumentError("the request names no model");
  status.SetPayload(graph::kFieldPayload, absl::Cord("model"));
  status.SetPayload(graph::kReasonPayload, absl::Cord("MODEL_MISSING"));
  return status;
}

absl::Status ExplainAll(InferRun& run, const v1::InferShapesRequest& request,
                        v1::InferShapesResponse* answer) {
  if (request.explain_size() > kMaxExplanations) {
    return graph::FieldError("explain", absl::StrCat("more than ", kMaxExplanations, " questions"));
  }
  if (request.explain().empty()) return absl::OkStatus();
  run.work.set_phase("explain");
  Explainer explainer(*run.engine, *run.report);
  for (int i = 0; i < request.explain_size(); ++i) {
    absl::Status status = run.work.Poll();
    if (status.ok()) status = explainer.Explain(request.explain(i), answer->add_explanations());
    if (!status.ok()) return graph::Within(graph::Item("explain", i), status);
    run.budget->Take(answer->explanations(i).ByteSizeLong());
    if (run.budget->is_spent()) return run.budget->status();
  }
  return absl::OkStatus();
}

// What a request asks beside the shapes of a finished inference, as serialized fields of its
// answer.
class RequestedSections {
 public:
  // They outlive it.
  RequestedSections(InferRun& run, const v1::InferShapesRequest& request)
      : run_(run),
        request_(request),
        evaluations_(*run.budget),
        profile_evaluations_(*run.budget) {}

  // Once.
  absl::Status Find() {
    Engine& engine = *run_.engine;
    const v1::Selection& selection = request_.selection();
    if (HasSection(selection, v1::SECTION_AUDIT)) AuditModel(engine, &first_);
    run_.budget->Take(first_.ByteSizeLong());
    absl::Status status = run_.budget->status();
    if (!status.ok()) return status;
    if (HasSection(selection, v1::SECTION_PROFILE) || AsksForPlans(request_)) {
      status = Evaluate();
    }
    if (status.ok()) status = ExplainAll(run_, request_, &last_);
    for (auto* answer : {&first_, &second_, &last_}) MakeTextValid(answer);
    return status.ok() ? run_.work.status() : status;
  }

  // Fields 8 to 13.
  std::string BeforeStatistics() {
    return absl::StrCat(first_.SerializeAsString(), evaluations_.Take(),
                        second_.SerializeAsString());
  }
  // 16 and beyond.
  std::string BehindStatistics() {
    return absl::StrCat(profile_evaluations_.Take(), last_.SerializeAsString());
  }

 private:
  absl::Status Evaluate() {
    run_.work.set_phase("evaluate");
    const AnswerNumbering numbering(*run_.model);
    v1::EvaluateShapesRequest question;
    *question.mutable_values() = request_.selection().names();
    if (request_.has_memory()) *question.mutable_memory() = request_.memory();
    Evaluations evaluations(*run_.engine, *run_.report, numbering, question);
    absl::Status status = WriteBuckets(evaluations, request_, run_.work, &evaluations_);
    if (status.ok()) {
      status = WriteAdvice(evaluations, request_, run_.work, *run_.budget, &second_);
    }
    const bool has_profile = HasSection(request_.selection(), v1::SECTION_PROFILE);
    return status.ok() && has_profile ? WriteProfile(evaluations) : status;
  }

  absl::Status WriteProfile(Evaluations& evaluations) {
    run_.work.set_phase("profile");
    Profile profile(*run_.engine, &run_.given);
    const size_t advice_bytes = second_.ByteSizeLong();
    profile.WriteInputs(&second_);
    run_.budget->Take(second_.ByteSizeLong() - advice_bytes);
    absl::Status status = run_.budget->status();
    for (size_t label = 0; label < Profile::kLabels.size() && status.ok(); ++label) {
      status = evaluations.WritePoint(profile.BindingAt(label),
                                      v1::InferShapesResponse::kProfileEvaluationsFieldNumber,
                                      run_.work, &profile_evaluations_);
    }
    return status;
  }

  InferRun& run_;
  const v1::InferShapesRequest& request_;
  // In the order of their fields.
  v1::InferShapesResponse first_;
  WireWriter evaluations_;
  v1::InferShapesResponse second_;
  WireWriter profile_evaluations_;
  v1::InferShapesResponse last_;
};

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
  (*run)->work.set_limit(RequestLimit(request, model, options));
  RequestedSections requested(**run, request);
  if (absl::Status status = requested.Find(); !status.ok()) return BlameRequest(std::move(status));
  if ((*run)->options.on_inferred) (*run)->options.on_inferred();
  AnswerOptions& answer = (*run)->answer;
  answer.evaluations = requested.BeforeStatistics();
  answer.ranks = requested.BehindStatistics();
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
