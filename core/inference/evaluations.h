#ifndef SHAPEWRIGHT_CORE_INFERENCE_EVALUATIONS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_EVALUATIONS_H_

#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "core/inference/engine.h"
#include "core/inference/memory_use.h"
#include "core/inference/symbol_binder.h"
#include "core/inference/value_numbering.h"
#include "core/inference/value_sizes.h"
#include "core/inference/violations.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::inference {

// Answers a request's bindings and buckets from a finished inference: concrete
// sizes and bytes of the selected values, memory, and what fails.
class Evaluations {
 public:
  // The engine has run. It, the report and the numbering outlive this. Of the request only
  // selection and memory count; making it adds expressions to the engine.
  Evaluations(Engine& engine, const FactReport& report, const ValueNumbering& numbering,
              const v1::InferShapesRequest& request);

  // Whether a request asks for anything of this.
  static bool IsAsked(const v1::InferShapesRequest& request);

  // Fills in evaluated_values, evaluated_ranks, evaluations, bucket_evaluations
  // and advice, of a request with the same selection and memory; as often as
  // wanted. Only reads the engine. INVALID_ARGUMENT, with the path of the field
  // in the request, for what does not suit the model; errors of check_interrupt.
  absl::Status Answer(const v1::InferShapesRequest& request, const InferOptions& options,
                      v1::InferShapesResponse* answer);
  // About how many operations one evaluation takes, memory left aside.
  size_t steps() const {
    return binder_.steps() + violations_.steps() + sizes_.steps() + values_.size();
  }
  // One evaluation more, of the same values.
  absl::Status EvaluateAt(const v1::Binding& binding, v1::Evaluation* evaluation);

 private:
  // What the request says beside the bindings.
  absl::Status Check() const;
  void Describe(v1::InferShapesResponse* answer) const;
  absl::Status EvaluateBuckets(const InferOptions& options, v1::InferShapesResponse* answer);
  void Evaluate(const BoundSymbols& bound, v1::Evaluation* evaluation);
  absl::Status Advise(v1::InferShapesResponse* answer) const;
  // The bucket that a binding falls into, and what that costs.
  void ChooseBucket(const BoundSymbols& bound, v1::Evaluation* evaluation);
  // Of all inputs together; nothing where a size is not known.
  std::optional<double> CountInputElements(symbolic::Bindings bindings);

  Engine& engine_;
  const v1::InferShapesRequest* request_;  // the one that is being answered
  // The evaluated values.
  std::vector<uint32_t> numbers_;
  std::vector<graph::ValueId> values_;
  SymbolBinder binder_;
  ViolationFinder violations_;
  ValueSizes sizes_;
  // With buckets.
  std::optional<ValueSizes> inputs_;
  // The symbols of inputs that the sizes depend on.
  std::vector<symbolic::SymbolId> needed_;
  std::optional<MemoryUse> memory_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_EVALUATIONS_H_
