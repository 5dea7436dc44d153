#ifndef SHAPEWRIGHT_CORE_INFERENCE_EVALUATION_OWN_CASES_H_
#define SHAPEWRIGHT_CORE_INFERENCE_EVALUATION_OWN_CASES_H_

#include <vector>

#include "absl/status/statusor.h"
#include "core/base/work.h"
#include "core/inference/binding/violations.h"
#include "shapewright/v1/evaluate.pb.h"

namespace shapewright::inference {

class Evaluations;

// Answers bindings that break what inference has assumed (S5): the model is inferred again with the
// symbols of the broken assumptions fixed at the values of the binding. Not thread-safe.
class OwnCases {
 public:
  virtual ~OwnCases() = default;
  // Evaluates the binding where it breaks no assumption; valid until the next call. Null if no such
  // inference is found; errors of the work.
  virtual absl::StatusOr<const Evaluations*> Evaluate(const v1::Binding& binding,
                                                      std::vector<Pin> broken, Work& work) = 0;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_EVALUATION_OWN_CASES_H_
