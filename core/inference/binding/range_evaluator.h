#ifndef SHAPEWRIGHT_CORE_INFERENCE_BINDING_RANGE_EVALUATOR_H_
#define SHAPEWRIGHT_CORE_INFERENCE_BINDING_RANGE_EVALUATOR_H_

#include <vector>

#include "absl/types/span.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/interval.h"

namespace shapewright::inference {

// The intervals of expressions when some of their symbols have values, and the others (such as
// data-dependent ones) only intervals and upper bounds.
class RangeEvaluator {
 public:
  // The arena outlives this and must not change during Run().
  RangeEvaluator(const symbolic::ExprArena& arena, absl::Span<const symbolic::Expr> roots);

  // One interval per root, valid until the next run.
  absl::Span<const symbolic::Interval> Run(symbolic::Bindings values);

 private:
  symbolic::Interval Compute(symbolic::NodeId id, symbolic::Bindings values) const;
  symbolic::Interval Find(symbolic::NodeId id) const;

  const symbolic::ExprArena& arena_;
  std::vector<symbolic::Expr> roots_;
  std::vector<symbolic::NodeId> nodes_;  // ascending
  std::vector<symbolic::Interval> ranges_;
  std::vector<symbolic::Interval> results_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_BINDING_RANGE_EVALUATOR_H_
