#ifndef SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_COMPILED_INFERENCE_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_COMPILED_INFERENCE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/graph/model.h"
#include "core/inference/engine/options.h"
#include "core/inference/infer_run.h"
#include "core/questions/binding/unsettled_values.h"
#include "core/questions/evaluation/evaluations.h"
#include "core/wire/wire_writer.h"
#include "shapewright/v1/evaluate.pb.h"

namespace shapewright::questions {

// Both steps of the run for a request. The errors are those of EvaluateRequest(). The model
// outlives the run; the request need not.
absl::StatusOr<std::unique_ptr<inference::InferRun>> RunInference(
    const v1::EvaluateShapesRequest& request, const graph::Model& model,
    const inference::InferOptions& options);

// A finished inference that is kept to answer EvaluateShapes requests which differ from its own
// only in their bindings, without inferring again. Thread-safe.
class CompiledInference {
 public:
  // Infers the model of `request`; the bindings are not evaluated yet. The errors are those of
  // EvaluateRequest(). The model outlives the result.
  static absl::StatusOr<std::unique_ptr<const CompiledInference>> Compile(
      const v1::EvaluateShapesRequest& request, const graph::Model& model,
      const inference::InferOptions& options);

  // `request` is that of Compile(), or one that differs only in its bindings.
  absl::StatusOr<std::string> Answer(const v1::EvaluateShapesRequest& request,
                                     const inference::InferOptions& options) const;

  // The server's fast path: appends the answer if it takes at most about `max_steps` operations,
  // some Evaluations are idle and the engine's lock is free. False otherwise, for bindings that
  // take another inference, and on any error; the content of `answer` is
  // then unspecified.
  bool AnswerAtOnce(const Bindings& bindings, size_t max_steps, WireWriter* answer) const;

  // Its memory as the allocator counts it, with the greatest number of idle evaluations.
  size_t weight() const {
    constexpr int64_t kFurtherEvaluations = 1;
    return sizeof(*this) + static_cast<size_t>(std::max<int64_t>(
                               made_ + kFurtherEvaluations * evaluations_bytes_, 0));
  }

 private:
  using EvaluationsPointer = std::unique_ptr<Evaluations>;

  CompiledInference(std::unique_ptr<inference::InferRun> run, const graph::Model& model,
                    v1::EvaluateShapesRequest question);

  // Moves limits and counts out of the run's request, which ends here.
  void Keep();
  EvaluationsPointer Take() const;
  // Null if none is idle.
  EvaluationsPointer TakeIdle() const;
  void GiveBack(EvaluationsPointer evaluations) const;
  // Requires engine_mutex_, shared at least.
  absl::Status AnswerBy(Evaluations& evaluations, const Bindings& bindings,
                        const std::function<void()>& on_inferred, Work& work,
                        WireWriter* answer) const;

  const std::unique_ptr<inference::InferRun> run_;
  const graph::Model* const model_;
  const inference::AnswerNumbering numbering_;
  const UnsettledValues unsettled_;
  // What is evaluated: the request without its bindings and the source of its model.
  const v1::EvaluateShapesRequest question_;
  // The serialized packed index, which is appended after the evaluations of an answer.
  std::string index_;
  // The operations it took, which are charged to each request that it answers (S67), and their
  // limit.
  uint64_t work_ = 0;
  uint64_t work_limit_ = 0;
  // The limit of each answer's bytes: the server's, or the lower one of the requests.
  size_t answer_limit_ = 0;
  // Heap bytes: of all with one Evaluations, and of each further one.
  int64_t made_ = 0;
  int64_t evaluations_bytes_ = 0;
  // Evaluations are made under the exclusive lock, as that adds expressions to the engine, and used
  // under the shared one, each by one thread.
  mutable std::shared_mutex engine_mutex_;
  mutable std::mutex idle_mutex_;
  mutable std::vector<EvaluationsPointer> idle_;  // guarded by idle_mutex_
};

// Evaluates a model that was read before for a request, whose source is ignored: a serialized
// EvaluateShapesResponse. The errors are those of inference.
absl::StatusOr<std::string> EvaluateRequest(const v1::EvaluateShapesRequest& request,
                                            const graph::Model& model,
                                            const inference::InferOptions& options = {});
// The same for a request whose model is `onnx` or `graph`.
absl::StatusOr<std::string> EvaluateRequest(const v1::EvaluateShapesRequest& request,
                                            const inference::InferOptions& options = {});

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_COMPILED_INFERENCE_H_
