#include "core/inference/infer.h"

#include <google/protobuf/arena.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/graph/message_reader.h"
#include "core/graph/message_text.h"
#include "core/graph/onnx_reader.h"
#include "core/graph/read_error.h"
#include "core/inference/answer_writer.h"
#include "core/inference/audit.h"
#include "core/inference/bound_ranks.h"
#include "core/inference/engine.h"
#include "core/inference/evaluations.h"
#include "core/inference/explain.h"
#include "core/inference/fact_report.h"
#include "core/inference/given.h"
#include "core/inference/infer_run.h"
#include "core/inference/profile.h"
#include "core/inference/selection.h"
#include "core/inference/specialize.h"
#include "core/inference/strictness.h"
#include "core/inference/valid_text.h"
#include "core/inference/value_numbering.h"

namespace shapewright::inference {
namespace {

using graph::Model;

// Each may take as much as a small answer.
constexpr int kMaxExplanations = 100;

// A small answer takes no memory beyond this.
constexpr size_t kFirstBlockBytes = 4096;

constexpr char kTooManyExpressions[] = "TOO_MANY_EXPRESSIONS";
constexpr char kNotImplemented[] = "NOT_IMPLEMENTED";

absl::Status WithReason(absl::Status status, absl::string_view reason) {
  status.SetPayload(graph::kReasonPayload, absl::Cord(reason));
  return status;
}

// Runs the engine, sets out its facts, and fails as the strictness says.
absl::Status RunEngine(Engine& engine, const Model& model, const InferOptions& options,
                       const Given* given, std::optional<FactReport>* report) {
  absl::Status status = engine.Run();
  if (status.ok()) report->emplace(engine, options, given);
  if (status.ok() && options.reader.check_interrupt) status = options.reader.check_interrupt();
  if (absl::IsResourceExhausted(status)) {
    return WithReason(std::move(status), kTooManyExpressions);
  }
  if (!status.ok()) return status;
  status = CheckStrictness(options.strictness, engine, model);
  if (!status.ok()) return status;
  if (options.unknown_dims != nullptr) *options.unknown_dims = CountUnknownDims(engine, model);
  return absl::OkStatus();
}

absl::Status WriteProfile(Engine& engine, const Given* given, Evaluations& evaluations,
                          v1::InferShapesResponse* answer) {
  Profile profile(engine, given);
  profile.WriteInputs(answer);
  for (size_t label = 0; label < Profile::kLabels.size(); ++label) {
    absl::Status status =
        evaluations.EvaluateAt(profile.BindingAt(label), answer->add_profile_evaluations());
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status Unimplemented(absl::string_view field) {
  absl::Status status =
      absl::UnimplementedError(absl::StrCat("this server does not answer `", field, "` yet"));
  status.SetPayload(graph::kFieldPayload, absl::Cord(field));
  return WithReason(std::move(status), kNotImplemented);
}

// What the contract has and the engine cannot do yet is refused, not ignored.
absl::Status CheckSupported(const v1::InferShapesRequest& request) {
  if (request.operator_rules_size() > 0) return Unimplemented("operator_rules");
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<Model>> ReadMessage(const v1::Model& message,
                                                   const InferOptions& options) {
  auto model = graph::ReadModelMessage(message, options.reader);
  if (absl::IsInvalidArgument(model.status())) {
    return graph::Within("model.model", model.status());
  }
  return model;
}

absl::StatusOr<std::unique_ptr<Model>> ReadModel(const v1::ModelSource& source,
                                                 const InferOptions& options) {
  switch (source.source_case()) {
    case v1::ModelSource::kOnnx:
      return graph::ReadOnnxModel(source.onnx(), options.reader);
    case v1::ModelSource::kModel:
      return ReadMessage(source.model(), options);
    case v1::ModelSource::kModelId:
      return Unimplemented("model.model_id");
    case v1::ModelSource::kPath:
      return Unimplemented("model.path");
    case v1::ModelSource::SOURCE_NOT_SET:
      break;
  }
  absl::Status status = absl::InvalidArgumentError("the request names no model");
  status.SetPayload(graph::kFieldPayload, absl::Cord("model"));
  return WithReason(std::move(status), "MODEL_MISSING");
}

// Makes the model of a specialization.
absl::Status TakePart(const v1::InferShapesRequest& request, InferRun& run) {
  if (!request.has_specialization()) return absl::OkStatus();
  auto part = Specialize(request.specialization(), *run.model, run.options, &run.given);
  if (!part.ok()) {
    const bool has_field = !graph::FieldOf(part.status()).empty();
    return has_field ? graph::Within("specialization", part.status()) : part.status();
  }
  run.part = *std::move(part);
  run.model = run.part.get();
  return absl::OkStatus();
}

// What is wrong beside the model is not the model's fault.
absl::Status BlameRequest(absl::Status status) {
  const std::string field = graph::FieldOf(status);
  if (absl::IsInvalidArgument(status) && !field.empty() && !absl::StartsWith(field, "model.")) {
    return WithReason(std::move(status), graph::reason::kMalformedRequest);
  }
  return status;
}

// Whether the answer says more than sizes, in which any text of the model may stand.
bool AsksForSentences(const v1::InferShapesRequest& request) {
  return request.explain_size() > 0 || HasSection(request.selection(), v1::SECTION_AUDIT) ||
         HasSection(request.selection(), v1::SECTION_PROFILE);
}

absl::StatusOr<std::unique_ptr<InferRun>> RunChecked(const v1::InferShapesRequest& request,
                                                     const Model& model,
                                                     const InferOptions& options) {
  absl::Status status = CheckSupported(request);
  if (!status.ok()) return status;
  auto run = std::make_unique<InferRun>(model, options);
  if (request.strictness() != v1::STRICTNESS_UNSPECIFIED) {
    run->options.strictness = static_cast<Strictness>(request.strictness());
  }
  run->options.check_types = request.check_types();
  status = ReadGiven(request, options.reader.limits, &run->given);
  if (status.ok()) status = TakePart(request, *run);
  if (!status.ok()) return status;
  const absl::StatusOr<bool> depends =
      TakeRanksOfBindings(request, *run->model, options.reader.limits.max_rank, &run->given);
  if (!depends.ok()) return depends.status();
  run->depends_on_bindings = *depends;
  run->answer = ReadSelection(request.selection());
  run->answer.given = &run->given;
  run->answer.check_interrupt = options.reader.check_interrupt;
  status = CheckNames(*run->model, request.selection());
  if (!status.ok()) return status;
  run->engine.emplace(*run->model, run->options, &run->given);
  status = RunEngine(*run->engine, *run->model, run->options, &run->given, &run->report);
  if (!status.ok()) return status;
  run->has_invalid_text = Evaluations::IsAsked(request) &&
                          HasInvalidText(*run->model, run->engine->workspace().exprs());
  return run;
}

absl::Status ExplainAll(InferRun& run, const v1::InferShapesRequest& request,
                        const InferOptions& options, v1::InferShapesResponse* answer) {
  if (request.explain_size() > kMaxExplanations) {
    return graph::FieldError("explain", absl::StrCat("more than ", kMaxExplanations, " questions"));
  }
  if (request.explain().empty()) return absl::OkStatus();
  Explainer explainer(*run.engine, *run.report);
  for (int i = 0; i < request.explain_size(); ++i) {
    absl::Status status;
    if (options.reader.check_interrupt) status = options.reader.check_interrupt();
    if (status.ok()) status = explainer.Explain(request.explain(i), answer->add_explanations());
    if (!status.ok()) return graph::Within(graph::Item("explain", i), status);
  }
  return absl::OkStatus();
}

absl::StatusOr<EvaluationBytes> EvaluateChecked(InferRun& run,
                                                const v1::InferShapesRequest& request,
                                                const InferOptions& options,
                                                Evaluations* evaluations) {
  Engine& engine = *run.engine;
  char first_block[kFirstBlockBytes];
  google::protobuf::Arena arena(first_block, sizeof(first_block));
  auto& evaluated = *google::protobuf::Arena::CreateMessage<v1::InferShapesResponse>(&arena);
  if (HasSection(request.selection(), v1::SECTION_AUDIT)) AuditModel(engine, &evaluated);
  const bool has_profile = HasSection(request.selection(), v1::SECTION_PROFILE);
  absl::Status status;
  if (evaluations != nullptr) {
    status = evaluations->Answer(request, options, &evaluated);
  } else if (has_profile || Evaluations::IsAsked(request)) {
    const ValueNumbering numbering(*run.model);
    Evaluations fresh(engine, *run.report, numbering, request);
    status = fresh.Answer(request, options, &evaluated);
    if (status.ok() && has_profile) status = WriteProfile(engine, &run.given, fresh, &evaluated);
  }
  if (!status.ok()) return status;
  status = ExplainAll(run, request, options, &evaluated);
  if (!status.ok()) return status;
  if (run.has_invalid_text || AsksForSentences(request)) MakeTextValid(&evaluated);
  if (options.on_inferred) options.on_inferred();
  auto& behind = *google::protobuf::Arena::CreateMessage<v1::InferShapesResponse>(&arena);
  behind.mutable_evaluated_ranks()->Swap(evaluated.mutable_evaluated_ranks());
  behind.mutable_profile_evaluations()->Swap(evaluated.mutable_profile_evaluations());
  behind.mutable_explanations()->Swap(evaluated.mutable_explanations());
  return EvaluationBytes{evaluated.SerializeAsString(), behind.SerializeAsString()};
}

}  // namespace

absl::StatusOr<std::unique_ptr<InferRun>> RunInference(const v1::InferShapesRequest& request,
                                                       const Model& model,
                                                       const InferOptions& options) {
  auto run = RunChecked(request, model, options);
  if (!run.ok()) return BlameRequest(run.status());
  return run;
}

absl::StatusOr<EvaluationBytes> Evaluate(InferRun& run, const v1::InferShapesRequest& request,
                                         const InferOptions& options, Evaluations* evaluations) {
  auto bytes = EvaluateChecked(run, request, options, evaluations);
  if (!bytes.ok()) return BlameRequest(bytes.status());
  return bytes;
}

absl::StatusOr<std::string> InferOnnxModel(absl::string_view model, const InferOptions& options) {
  const auto read = graph::ReadOnnxModel(model, options.reader);
  if (!read.ok()) return read.status();
  Engine engine(**read, options);
  std::optional<FactReport> report;
  absl::Status status = RunEngine(engine, **read, options, nullptr, &report);
  if (!status.ok()) return status;
  if (options.on_inferred) options.on_inferred();
  AnswerOptions answer;
  answer.check_interrupt = options.reader.check_interrupt;
  return WriteAnswer(engine, **read, *report, answer);
}

absl::StatusOr<std::string> InferRequest(const v1::InferShapesRequest& request,
                                         const InferOptions& options) {
  if (absl::Status status = CheckSupported(request); !status.ok()) {
    return status;
  }
  const auto read = ReadModel(request.model(), options);
  if (!read.ok()) return read.status();
  return InferRequest(request, **read, options);
}

absl::StatusOr<std::string> InferRequest(const v1::InferShapesRequest& request, const Model& model,
                                         const InferOptions& options) {
  const auto run = RunInference(request, model, options);
  if (!run.ok()) return run.status();
  absl::StatusOr<EvaluationBytes> bytes = Evaluate(**run, request, (*run)->options, nullptr);
  if (!bytes.ok()) return bytes.status();
  AnswerOptions& answer = (*run)->answer;
  answer.evaluations = std::move(bytes->before_statistics);
  answer.ranks = std::move(bytes->behind_statistics);
  return WriteAnswer(*(*run)->engine, *(*run)->model, *(*run)->report, answer);
}

absl::string_view EngineVersion() { return "shapewright 0.1.0"; }

}  // namespace shapewright::inference
