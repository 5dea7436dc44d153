#include "core/inference/infer_run.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "core/graph/add_functions.h"
#include "core/graph/read_error.h"
#include "core/inference/answer/selection.h"
#include "core/inference/engine/specialize.h"
#include "core/inference/engine/strictness.h"
#include "core/inference/engine/unknown_dims.h"
#include "core/inference/given/earlier_facts.h"
#include "core/inference/given/premises.h"
#include "core/inference/request_size.h"
#include "core/symbolic/facts/narrow_sums.h"

namespace shapewright::inference {
namespace {

using graph::Model;

// Reads the rules of the request; those that are bodies become functions of the model.
absl::Status TakeRules(const v1::ModelSpec& spec, InferRun& run) {
  absl::Status status =
      ReadOperatorRules(spec, *run.model, run.options, run.work, &run.given, &run.bodies);
  if (!status.ok() || run.bodies.empty()) return status;
  if (!run.work.Count(run.model->values.size() + run.model->graphs.size())) {
    return run.work.status();
  }
  run.with_bodies = graph::AddFunctions(*run.model, run.bodies);
  run.model = run.with_bodies.get();
  return absl::OkStatus();
}

// Makes the model of a submodel.
absl::Status TakePart(const v1::InferenceOptions& message, InferRun& run) {
  if (!message.has_submodel()) return absl::OkStatus();
  auto part = Specialize(message.submodel(), *run.model, run.options, &run.given);
  if (!part.ok()) {
    const bool has_field = !graph::FieldOf(part.status()).empty();
    return has_field ? graph::Within("model.options.submodel", part.status()) : part.status();
  }
  run.part = *std::move(part);
  run.model = run.part.get();
  return absl::OkStatus();
}

// Reads what the request asks for besides inference of the model.
absl::Status ReadQuestions(const v1::InferShapesRequest& request, InferRun& run) {
  absl::StatusOr<AnswerOptions> answer = ReadSelection(request, *run.model);
  if (!answer.ok()) return answer.status();
  run.answer = *std::move(answer);
  run.answer.given = &run.given;
  run.answer.budget = &*run.budget;
  return absl::OkStatus();
}

// Whether a field belongs to the source of the model; such errors have reasons of their own.
bool IsOfSource(absl::string_view field) {
  constexpr absl::string_view kSources[] = {"model.onnx", "model.model_id", "model.inference_id",
                                            "model.path", "model.graph",    "model.file"};
  return std::any_of(std::begin(kSources), std::end(kSources),
                     [field](absl::string_view source) { return absl::StartsWith(field, source); });
}

// Each round knows more than the one before, or is the last.
absl::Status RunUntilAssumptionsHold(const Model& model, const InferOptions& options,
                                     const Given* given, std::optional<Engine>* engine,
                                     std::optional<FactReport>* report) {
  constexpr int kMaxRounds = 3;
  std::vector<EarlierFact> known;
  for (int round = 1;; ++round) {
    const size_t known_count = known.size();
    engine->emplace(model, options, given, std::move(known));
    absl::Status status = (*engine)->Run();
    if (!status.ok()) return status;
    report->emplace(**engine, options, given);
    if (!(*report)->has_broken_assumption() || round == kMaxRounds) return status;
    known = FirmFactsOf((*engine)->workspace());
    if (known.size() <= known_count) return status;
  }
}

}  // namespace

absl::Status RunEngine(const Model& model, const InferOptions& options, const Given* given,
                       std::optional<Engine>* engine, std::optional<FactReport>* report) {
  absl::Status status = RunUntilAssumptionsHold(model, options, given, engine, report);
  if (!status.ok()) return status;
  // After the report: a fact is not implied by what it has narrowed itself.
  rules::Workspace& workspace = (*engine)->workspace();
  symbolic::NarrowSums(workspace.exprs(), workspace.facts().facts());
  status = (*engine)->work().Poll();
  if (!status.ok()) return status;
  status = CheckStrictness(options.strictness, **engine, model);
  if (!status.ok()) return status;
  if (options.unknown_dims != nullptr) *options.unknown_dims = CountUnknownDims(**engine, model);
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<InferRun>> PrepareRun(const v1::ModelSpec& spec,
                                                     v1::Strictness strictness,
                                                     const v1::RequestLimits& limits,
                                                     uint64_t work_limit, const Model& model,
                                                     const InferOptions& options) {
  auto run = std::make_unique<InferRun>(model, options, work_limit);
  run->work.CountKept(model.read_work);
  if (strictness != v1::STRICTNESS_UNSPECIFIED) {
    run->options.strictness = static_cast<Strictness>(strictness);
  }
  run->options.check_types = spec.options().check_types();
  run->options.as_onnxruntime = spec.options().as_runtime() == v1::RUNTIME_ONNXRUNTIME;
  run->options.max_answer_bytes = AnswerLimit(options.max_answer_bytes, limits.answer_bytes());
  run->budget.emplace(run->options.max_answer_bytes);
  absl::Status status = ReadGiven(spec, options.reader.limits, &run->work, &run->given);
  if (status.ok()) {
    status = graph::Within("model", ReadPremises(spec.premises(), &run->work, &run->given));
  }
  if (status.ok()) status = TakeRules(spec, *run);
  if (status.ok()) status = TakePart(spec.options(), *run);
  if (!status.ok()) return status;
  return run;
}

absl::Status FinishRun(InferRun& run) {
  return RunEngine(*run.model, run.options, &run.given, &run.engine, &run.report);
}

absl::StatusOr<std::unique_ptr<InferRun>> PrepareInference(const v1::InferShapesRequest& request,
                                                           uint64_t work_limit, const Model& model,
                                                           const InferOptions& options) {
  auto run = PrepareRun(request.model(), request.strictness(), request.limits(), work_limit, model,
                        options);
  if (!run.ok()) return run;
  absl::Status status = ReadQuestions(request, **run);
  if (!status.ok()) return status;
  return run;
}

absl::StatusOr<std::unique_ptr<InferRun>> RunInference(const v1::InferShapesRequest& request,
                                                       const Model& model,
                                                       const InferOptions& options) {
  auto run = PrepareInference(request, RequestLimit(request, model, options), model, options);
  if (!run.ok()) return BlameRequest(run.status());
  absl::Status status = FinishRun(**run);
  if (!status.ok()) return BlameRequest(std::move(status));
  return run;
}

absl::Status BlameRequest(absl::Status status) {
  const std::string field = graph::FieldOf(status);
  if (!absl::IsInvalidArgument(status) || field.empty() || IsOfSource(field)) return status;
  const auto reason = status.GetPayload(graph::kReasonPayload);
  for (const char* own : {graph::reason::kMalformedPremise, graph::reason::kMalformedBinding,
                          graph::reason::kMalformedRule, graph::reason::kTooManyRules}) {
    if (reason == own) return status;
  }
  status.SetPayload(graph::kReasonPayload, absl::Cord(graph::reason::kMalformedRequest));
  return status;
}

}  // namespace shapewright::inference
