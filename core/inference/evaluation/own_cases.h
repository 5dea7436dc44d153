#ifndef SHAPEWRIGHT_CORE_INFERENCE_EVALUATION_OWN_CASES_H_
#define SHAPEWRIGHT_CORE_INFERENCE_EVALUATION_OWN_CASES_H_

#include <functional>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/work.h"
#include "core/graph/model.h"
#include "core/inference/binding/bound_ranks.h"
#include "core/inference/binding/violations.h"
#include "core/inference/engine/options.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/model.pb.h"

namespace shapewright::inference {

class Evaluations;
struct InferRun;

// Infers a model once more with these symbols fixed; counts the work. INVALID_ARGUMENT where a
// symbol cannot have its value.
using InferAgain =
    std::function<absl::StatusOr<std::unique_ptr<InferRun>>(const std::vector<Pin>& pins, Work&)>;

// What that is for a request. All arguments outlive it; `model` is the whole model.
InferAgain InferAgainWith(const v1::ModelSpec& spec, const Bindings& bindings,
                          const graph::Model& model, const InferOptions& options);

// Answers bindings that break what inference has assumed (S5): the model is inferred again with the
// symbols of the broken assumptions fixed at the values of the binding. A few of these inferences
// are kept for the next bindings. Not thread-safe.
class OwnCases {
 public:
  // The question outlives this.
  OwnCases(InferAgain infer, const v1::EvaluateShapesRequest& question);
  ~OwnCases();

  // Evaluates the binding where it breaks no assumption; valid until the next call. Null if no such
  // inference is found; errors of the work.
  absl::StatusOr<const Evaluations*> Evaluate(const v1::Binding& binding, std::vector<Pin> broken,
                                              Work& work);

 private:
  struct Case;

  absl::StatusOr<Case*> FindOrInfer(const std::vector<Pin>& pins, Work& work);

  const InferAgain infer_;
  const v1::EvaluateShapesRequest& question_;
  std::vector<std::unique_ptr<Case>> cases_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_EVALUATION_OWN_CASES_H_
