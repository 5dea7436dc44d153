#ifndef SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_PLAN_BUCKETS_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_PLAN_BUCKETS_H_

#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "core/inference/engine/engine.h"
#include "core/questions/binding/symbol_binder.h"
#include "core/questions/binding/value_sizes.h"
#include "core/questions/evaluation/evaluations.h"
#include "core/wire/wire_writer.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::questions {

// Answers PlanBuckets: the buckets of a request, and which bucket each of its bindings falls into.
// Not thread-safe.
class BucketPlan {
 public:
  // The engine has run. It, the evaluations and the request outlive this.
  BucketPlan(inference::Engine& engine, Evaluations& evaluations,
             const v1::PlanBucketsRequest& request);

  // Writes the fields of a PlanBucketsResponse: all buckets, the last axis varying fastest, then a
  // placement per binding; one that does not fit the model gets an error in its placement.
  // INVALID_ARGUMENT, with the path of the field within the request, for axes that do not fit the
  // model; errors of the work and of the budget of `out`.
  absl::Status Write(Work& work, WireWriter* out);

 private:
  absl::Status Check() const;
  absl::Status WriteBuckets(Work& work, WireWriter* out);
  absl::Status WritePlacement(const v1::Binding& binding, Work& work, WireWriter* out);
  // Finds the smallest bucket that holds the sizes in bound_.
  void Place(v1::BucketPlacement* placement);
  // The number of elements of all inputs; nothing if a rank or a size is unknown.
  std::optional<double> CountInputElements(symbolic::Bindings bindings);

  Evaluations& evaluations_;
  const v1::PlanBucketsRequest& request_;
  const size_t input_count_;
  SymbolBinder binder_;
  ValueSizes inputs_;
  BoundSymbols bound_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_PLAN_BUCKETS_H_
