#ifndef SHAPEWRIGHT_CORE_INFERENCE_INFER_RUN_H_
#define SHAPEWRIGHT_CORE_INFERENCE_INFER_RUN_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/base/work.h"
#include "core/graph/model.h"
#include "core/inference/answer/answer_writer.h"
#include "core/inference/binding/bound_ranks.h"
#include "core/inference/engine/answer_numbering.h"
#include "core/inference/engine/engine.h"
#include "core/inference/engine/given.h"
#include "core/inference/engine/options.h"
#include "core/inference/evaluation/evaluations.h"
#include "core/inference/facts/fact_report.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::inference {

// The inference of a request, with all that it references but the model. Not movable.
struct InferRun {
  // The work may take `limit` operations.
  InferRun(const graph::Model& whole, const InferOptions& with, uint64_t limit)
      : work(limit, with.reader.check_interrupt, with.progress), model(&whole), options(with) {
    options.work = &work;
  }
  InferRun(const InferRun&) = delete;
  InferRun& operator=(const InferRun&) = delete;

  // Of the request; without a limit once the run is kept for others.
  Work work;
  // The model of a submodel, else null.
  std::unique_ptr<const graph::Model> part;
  // What is inferred: the part, if there is one.
  const graph::Model* model;
  InferOptions options;
  // Of all that the answer to the request is made of.
  std::optional<AnswerBudget> budget;
  Given given;
  // Where other bindings may want another inference; and which of the request's own do not fit it.
  OpenInputs open_inputs;
  BindingErrors binding_errors;
  AnswerOptions answer;
  std::optional<Engine> engine;
  // Of the engine once it has run.
  std::optional<FactReport> report;
};

// Runs the engine, sets out its facts, and fails as the strictness says.
absl::Status RunEngine(Engine& engine, const graph::Model& model, const InferOptions& options,
                       const Given* given, std::optional<FactReport>* report);

// A run of what `spec` says of a model that was read, without its answer: FinishRun() infers. The
// errors are those of InferRequest(), but that BlameRequest() has still to be asked. The model
// outlives it, the spec too until it has run.
absl::StatusOr<std::unique_ptr<InferRun>> PrepareRun(const v1::ModelSpec& spec,
                                                     v1::Strictness strictness,
                                                     const v1::RequestLimits& limits,
                                                     uint64_t work_limit, const graph::Model& model,
                                                     const InferOptions& options);
// Between the two, where bindings tell ranks or lengths of inputs that the model leaves open.
absl::Status TakeBindings(const Bindings& bindings, InferRun& run);
absl::Status FinishRun(InferRun& run);

// Runs a request. The errors are those of InferRequest(). The model outlives it; the request may
// go.
absl::StatusOr<std::unique_ptr<InferRun>> RunInference(const v1::InferShapesRequest& request,
                                                       const graph::Model& model,
                                                       const InferOptions& options);

absl::StatusOr<std::unique_ptr<InferRun>> RunInference(const v1::EvaluateShapesRequest& request,
                                                       const graph::Model& model,
                                                       const InferOptions& options);

// Marks an error that is not about the model, nor has a reason of its own, as one of the request.
absl::Status BlameRequest(absl::Status status);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_INFER_RUN_H_
