#include "core/inference/infer_run.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"
#include "core/inference/answer/selection.h"
#include "core/inference/engine/specialize.h"
#include "core/inference/engine/strictness.h"
#include "core/inference/engine/unknown_dims.h"
#include "core/inference/request_size.h"

namespace shapewright::inference {
namespace {

using graph::Model;

constexpr char kNotImplemented[] = "NOT_IMPLEMENTED";

absl::Status WithReason(absl::Status status, absl::string_view reason) {
  status.SetPayload(graph::kReasonPayload, absl::Cord(reason));
  return status;
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

absl::StatusOr<std::unique_ptr<InferRun>> RunChecked(const v1::InferShapesRequest& request,
                                                     const Model& model,
                                                     const InferOptions& options) {
  absl::Status status = CheckSupported(request);
  if (!status.ok()) return status;
  auto run = std::make_unique<InferRun>(model, options, InferenceLimit(request, model, options));
  run->work.CountKept(model.read_work);
  if (request.strictness() != v1::STRICTNESS_UNSPECIFIED) {
    run->options.strictness = static_cast<Strictness>(request.strictness());
  }
  run->options.check_types = request.check_types();
  run->options.max_answer_bytes = AnswerLimit(options.max_answer_bytes, request.max_answer_bytes());
  run->budget.emplace(run->options.max_answer_bytes);
  status = ReadGiven(request, options.reader.limits, &run->given);
  if (status.ok()) status = TakePart(request, *run);
  if (!status.ok()) return status;
  run->open_inputs = OpenInputs(*run->model, run->given);
  status =
      TakeRanksOfBindings(request, run->open_inputs, options.reader.limits.max_rank, &run->given);
  if (!status.ok()) return status;
  run->answer = ReadSelection(request.selection());
  run->answer.given = &run->given;
  run->answer.budget = &*run->budget;
  status = CheckNames(*run->model, request.selection());
  if (!status.ok()) return status;
  run->engine.emplace(*run->model, run->options, &run->given);
  status = RunEngine(*run->engine, *run->model, run->options, &run->given, &run->report);
  if (!status.ok()) return status;
  return run;
}

}  // namespace

absl::Status RunEngine(Engine& engine, const Model& model, const InferOptions& options,
                       const Given* given, std::optional<FactReport>* report) {
  absl::Status status = engine.Run();
  if (status.ok()) report->emplace(engine, options, given);
  if (status.ok()) status = engine.work().Poll();
  if (!status.ok()) return status;
  status = CheckStrictness(options.strictness, engine, model);
  if (!status.ok()) return status;
  if (options.unknown_dims != nullptr) *options.unknown_dims = CountUnknownDims(engine, model);
  return absl::OkStatus();
}

absl::Status Unimplemented(absl::string_view field) {
  absl::Status status =
      absl::UnimplementedError(absl::StrCat("this server does not answer `", field, "` yet"));
  status.SetPayload(graph::kFieldPayload, absl::Cord(field));
  return WithReason(std::move(status), kNotImplemented);
}

absl::Status CheckSupported(const v1::InferShapesRequest& request) {
  if (request.operator_rules_size() > 0) return Unimplemented("operator_rules");
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<InferRun>> RunInference(const v1::InferShapesRequest& request,
                                                       const Model& model,
                                                       const InferOptions& options) {
  auto run = RunChecked(request, model, options);
  if (!run.ok()) return BlameRequest(run.status());
  return run;
}

absl::Status BlameRequest(absl::Status status) {
  const std::string field = graph::FieldOf(status);
  if (absl::IsInvalidArgument(status) && !field.empty() && !absl::StartsWith(field, "model.")) {
    return WithReason(std::move(status), graph::reason::kMalformedRequest);
  }
  return status;
}

}  // namespace shapewright::inference
