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
#include "shapewright/v1/infer.pb.h"

namespace shapewright::inference {

// An inference that is kept, to answer requests that are equal but for their bindings, buckets and
// histograms: each is answered with the bytes that InferRequest() gives, without inferring again.
// Thread-safe.
class CompiledInference {
 public:
  // Whether there is something to keep it for: the request binds symbols, and asks for nothing
  // beside that would be worked out anew.
  static bool IsReusableFor(const v1::InferShapesRequest& request);

  // A suitable request is inferred. The errors are those of InferRequest(). The model outlives it.
  static absl::StatusOr<std::unique_ptr<const CompiledInference>> Compile(
      const v1::InferShapesRequest& request, const graph::Model& model,
      const InferOptions& options);

  // False where the bindings it was compiled for gave inputs their ranks: only those it answers.
  bool serves_all_bindings() const { return !run_->depends_on_bindings; }

  // Of a request that is equal to that of Compile() but for what it binds.
  absl::StatusOr<std::string> Answer(const v1::InferShapesRequest& request,
                                     const InferOptions& options) const;

  // Appends the answer to a request of which only the bindings are given, where that takes about
  // `max_steps` operations at most and waits for nobody. Otherwise, and where there is an error to
  // tell, false: what `answer` holds then is of no use.
  bool AnswerAtOnce(const v1::InferShapesRequest& bindings, size_t max_steps,
                    WireWriter* answer) const;

  // What it takes in memory by the allocator, once as many evaluations are kept as may be.
  size_t weight() const {
    constexpr int64_t kFurtherEvaluations = 1;
    return sizeof(*this) + static_cast<size_t>(std::max<int64_t>(
                               made_ + kFurtherEvaluations * evaluations_bytes_, 0));
  }

 private:
  using EvaluationsPointer = std::unique_ptr<Evaluations>;

  CompiledInference(std::unique_ptr<InferRun> run, const graph::Model& model, bool has_memory);

  // From now on it belongs to no request: notes what it took.
  void Keep();
  EvaluationsPointer Take(const v1::InferShapesRequest& request) const;
  // Null if there are none that were made before.
  EvaluationsPointer TakeIdle() const;
  void GiveBack(EvaluationsPointer evaluations) const;
  // While engine_mutex_ is held.
  absl::Status AnswerBy(Evaluations& evaluations, const v1::InferShapesRequest& request,
                        const std::function<void()>& on_inferred, Work& work, AnswerBudget& budget,
                        WireWriter* answer) const;

  const std::unique_ptr<InferRun> run_;
  const graph::Model* const model_;
  const AnswerNumbering numbering_;
  const bool has_memory_;
  // The answer but for what is bound, and where that belongs.
  std::string answer_;
  size_t evaluations_at_ = 0;
  // What it took, which each request is charged with that it serves (S67), and what it might have
  // taken.
  uint64_t work_ = 0;
  uint64_t work_limit_ = 0;
  // Of each answer: the server's, or the less that the requests ask for.
  size_t answer_limit_ = 0;
  // Bytes of the heap: all of it with one of the evaluations, and what another one takes.
  int64_t made_ = 0;
  int64_t evaluations_bytes_ = 0;
  // Made while nobody else uses the engine: that adds expressions to it. Used by one thread each,
  // while no other is made.
  mutable std::shared_mutex engine_mutex_;
  mutable std::mutex idle_mutex_;
  mutable std::vector<EvaluationsPointer> idle_;  // guarded by idle_mutex_
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_COMPILED_INFERENCE_H_
