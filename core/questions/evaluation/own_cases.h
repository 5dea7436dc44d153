#ifndef SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_OWN_CASES_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_OWN_CASES_H_

#include <vector>

#include "absl/status/statusor.h"
#include "core/base/work.h"
#include "core/questions/binding/violations.h"
#include "shapewright/v1/evaluate.pb.h"

namespace shapewright::questions {

class Evaluations;

// Answers bindings for which the shared inference is not enough, by inferring the model again:
// those that tell the rank of an input, with that rank; those that break what it has assumed (S5),
// with the symbols of the broken assumptions fixed at the values of the binding; and those that
// decide what it has left unknown (S29), with all that they say. Not thread-safe.
class OwnCases {
 public:
  virtual ~OwnCases() = default;
  // Evaluates the binding with the ranks and lengths that it tells (DeclareRanks), which is then
  // the inference that the functions below start from. Never null; valid until the next call of
  // this one. INVALID_ARGUMENT for ranks that the model does not allow; errors of the work.
  virtual absl::StatusOr<Evaluations*> EvaluateRanks(const v1::Binding& binding, Work& work) = 0;
  // Evaluates the binding where it breaks no assumption; valid until the next call. Null if no such
  // inference is found; errors of the work.
  virtual absl::StatusOr<Evaluations*> Evaluate(const v1::Binding& binding, std::vector<Pin> broken,
                                                Work& work) = 0;
  // Evaluates the binding by an inference with all of its elements and with `pins`, the values of
  // all symbols of inputs under it. Otherwise the same.
  virtual absl::StatusOr<Evaluations*> EvaluateAnew(const v1::Binding& binding,
                                                    std::vector<Pin> pins, Work& work) = 0;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_OWN_CASES_H_
