#ifndef SHAPEWRIGHT_CORE_INFERENCE_COMPILED_INFERENCE_H_
#define SHAPEWRIGHT_CORE_INFERENCE_COMPILED_INFERENCE_H_

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
#include "core/wire/wire_writer.h"
#include "shapewright/v1/evaluate.pb.h"

namespace shapewright::inference {

// A finished inference that answers requests of EvaluateShapes which differ only in bindings,
// without inferring again. Thread-safe.
class CompiledInference {
 public:
  // The errors are those of EvaluateRequest(). The model outlives it.
  static absl::StatusOr<std::unique_ptr<const CompiledInference>> Compile(
      const v1::EvaluateShapesRequest& request, const graph::Model& model,
      const InferOptions& options);

  // Whether no binding tells the rank or the length of an input. An inference that serves its own
  // request answers all others that it serves and that differ only in what they bind; one that does
  // not, as it was made with what its bindings tell, answers this request alone.
  bool Serves(const Bindings& bindings) const { return !run_->open_inputs.AreToldBy(bindings); }

  // `request` is that of Compile(), or one that is served as that one is.
  absl::StatusOr<std::string> Answer(const v1::EvaluateShapesRequest& request,
                                     const InferOptions& options) const;

  // Appends the answer if it takes about `max_steps` operations at most and no lock has to be
  // waited for. False otherwise, for bindings that are not served and on any error: the content of
  // `answer` is then unspecified.
  bool AnswerAtOnce(const Bindings& bindings, size_t max_steps, WireWriter* answer) const;

  // Its memory as the allocator counts it, with the greatest number of idle evaluations.
  size_t weight() const {
    constexpr int64_t kFurtherEvaluations = 1;
    return sizeof(*this) + static_cast<size_t>(std::max<int64_t>(
                               made_ + kFurtherEvaluations * evaluations_bytes_, 0));
  }

 private:
  using EvaluationsPointer = std::unique_ptr<Evaluations>;

  CompiledInference(std::unique_ptr<InferRun> run, const graph::Model& model,
                    v1::EvaluateShapesRequest question);

  // Detaches it from its request, and records its memory.
  void Keep();
  EvaluationsPointer Take() const;
  // Null if none is idle.
  EvaluationsPointer TakeIdle() const;
  void GiveBack(EvaluationsPointer evaluations) const;
  // While engine_mutex_ is held.
  absl::Status AnswerBy(Evaluations& evaluations, const Bindings& bindings,
                        const std::function<void()>& on_inferred, Work& work,
                        WireWriter* answer) const;

  const std::unique_ptr<InferRun> run_;
  const graph::Model* const model_;
  const AnswerNumbering numbering_;
  // Of its request without model and bindings: what is evaluated.
  const v1::EvaluateShapesRequest question_;
  // What stands behind the evaluations of an answer.
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

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_COMPILED_INFERENCE_H_
