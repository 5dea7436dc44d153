#ifndef SHAPEWRIGHT_CORE_LIBRARY_INFERENCE_STATE_H_
#define SHAPEWRIGHT_CORE_LIBRARY_INFERENCE_STATE_H_

#include <cstdint>
#include <memory>
#include <shared_mutex>
#include <utility>

#include "absl/status/status.h"
#include "core/inference/engine/answer_numbering.h"
#include "core/inference/infer_run.h"
#include "core/library/library_access.h"
#include "core/library/model_state.h"
#include "core/library/snapshot.h"
#include "shapewright/infer.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright {

class Inference::State {
 public:
  explicit State(std::shared_ptr<const LibraryAccess::ModelState> model)
      : model_(std::move(model)) {}

  absl::Status Run(const InferenceOptions& options);

  const Snapshot& snapshot() const { return snapshot_; }
  const inference::AnswerNumbering& numbering() const { return *numbering_; }
  // Shared by those who only read the engine, alone for those who add expressions to it.
  std::shared_mutex& engine_mutex() const { return engine_mutex_; }
  inference::InferRun& run() const { return *run_; }
  // The rules of the request that are functions; see inference::InferOptions.
  const auto& make_rule() const { return make_rule_; }
  // What was inferred.
  const v1::InferShapesRequest& request() const { return request_; }
  const graph::Model& model() const { return *model_->graph; }
  // What the inference took, which evaluations are not charged with, and what they may take at
  // most.
  uint64_t EvaluationLimit(uint64_t asked) const;

 private:
  const std::shared_ptr<const LibraryAccess::ModelState> model_;
  // The run may point into it.
  v1::InferShapesRequest request_;
  decltype(inference::InferOptions::make_rule) make_rule_;
  std::unique_ptr<inference::InferRun> run_;
  std::unique_ptr<const inference::AnswerNumbering> numbering_;
  Snapshot snapshot_;
  mutable std::shared_mutex engine_mutex_;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_LIBRARY_INFERENCE_STATE_H_
