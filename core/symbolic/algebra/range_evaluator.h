#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_RANGE_EVALUATOR_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_RANGE_EVALUATOR_H_

#include <cstddef>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/interval.h"

namespace shapewright::symbolic {

// The intervals of expressions when some of their symbols have values or are within a box, and the
// others (such as data-dependent ones) have only their own intervals and upper bounds. Not
// thread-safe.
class RangeEvaluator {
 public:
  // The arena outlives this and must not change during a run.
  RangeEvaluator(const ExprArena& arena, absl::Span<const Expr> roots);

  // One interval per root, valid until the next run. All numbers where a root has no value, such as
  // a quotient by 0.
  absl::Span<const Interval> Run(Bindings values);
  // The same where each symbol is within the interval of its SymbolId; symbols beyond the end of
  // the box have their own.
  absl::Span<const Interval> RunOver(absl::Span<const Interval> box);

  // The nodes of the roots and of the upper bounds of their symbols, ascending; what the last run
  // found of one.
  absl::Span<const NodeId> nodes() const { return nodes_; }
  Interval Of(NodeId id) const;

  // About how many operations a run takes.
  size_t steps() const { return nodes_.size() + roots_.size(); }

 private:
  using SymbolRange = absl::FunctionRef<Interval(SymbolId)>;

  absl::Span<const Interval> Compute(SymbolRange symbol_range);
  Interval ComputeNode(NodeId id, SymbolRange symbol_range) const;
  Interval OperationBounds(const ExprNode& node) const;
  Interval SymbolBounds(SymbolId id, SymbolRange symbol_range) const;

  const ExprArena& arena_;
  std::vector<Expr> roots_;
  std::vector<NodeId> nodes_;  // ascending
  std::vector<Interval> ranges_;
  std::vector<Interval> results_;
};

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_RANGE_EVALUATOR_H_
