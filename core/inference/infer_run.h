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
#include "core/inference/engine/answer_numbering.h"
#include "core/inference/engine/engine.h"
#include "core/inference/engine/options.h"
#include "core/inference/facts/fact_report.h"
#include "core/inference/given/given.h"
#include "core/inference/operator_rules.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::inference {

// The inference of one request with everything it references except the model. Used by one thread
// at a time; not movable.
struct InferRun {
  // The work may take `limit` operations.
  InferRun(const graph::Model& of, const InferOptions& with, uint64_t limit)
      : work(limit, with.reader.check_interrupt, with.progress),
        whole(&of),
        model(&of),
        options(with) {
    options.work = &work;
  }
  InferRun(const InferRun&) = delete;
  InferRun& operator=(const InferRun&) = delete;

  // Counts the request's operations. Has no limit once the run is kept for later requests.
  Work work;
  const graph::Model* const whole;
  // The functions that are the request's rules, and the model with them; else null.
  RuleBodies bodies;
  std::unique_ptr<const graph::Model> with_bodies;
  // The part of the model that the request's `submodel` names, as a model of its own; else null.
  std::unique_ptr<const graph::Model> part;
  // The model that is inferred: `part` or `with_bodies` if there is one, else the whole model.
  const graph::Model* model;
  InferOptions options;
  // Counts the bytes of all parts of the answer.
  std::optional<AnswerBudget> budget;
  Given given;
  AnswerOptions answer;
  std::optional<Engine> engine;
  // Set once the engine has run.
  std::optional<FactReport> report;
};

// Makes an engine, runs it and collects its facts. Where what a later node requires breaks an
// assumption that an earlier one made, the engine is made again and knows what is required from the
// beginning (S4). An error also if the result fails the strictness.
absl::Status RunEngine(const graph::Model& model, const InferOptions& options, const Given* given,
                       std::optional<Engine>* engine, std::optional<FactReport>* report);

// The first of two steps: makes a run for `spec` and reads what it says. FinishRun(), which infers,
// follows. The errors are those of InferRequest(), but not yet passed
// through BlameRequest(). The model outlives the run; the spec outlives FinishRun().
absl::StatusOr<std::unique_ptr<InferRun>> PrepareRun(const v1::ModelSpec& spec,
                                                     v1::Strictness strictness,
                                                     const v1::RequestLimits& limits,
                                                     uint64_t work_limit, const graph::Model& model,
                                                     const InferOptions& options);
absl::Status FinishRun(InferRun& run);
// The first step for a request of InferShapes.
absl::StatusOr<std::unique_ptr<InferRun>> PrepareInference(const v1::InferShapesRequest& request,
                                                           uint64_t work_limit,
                                                           const graph::Model& model,
                                                           const InferOptions& options);

// Both steps for a request. The errors are those of InferRequest(). The model outlives the run; the
// request need not.
absl::StatusOr<std::unique_ptr<InferRun>> RunInference(const v1::InferShapesRequest& request,
                                                       const graph::Model& model,
                                                       const InferOptions& options);

// Sets the reason MALFORMED_REQUEST of an INVALID_ARGUMENT about a field other than the model's
// source, except for malformed premises and rules, which have reasons of their own.
absl::Status BlameRequest(absl::Status status);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_INFER_RUN_H_
