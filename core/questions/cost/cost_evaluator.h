#ifndef SHAPEWRIGHT_CORE_QUESTIONS_COST_COST_EVALUATOR_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_COST_COST_EVALUATOR_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/algebra/range_evaluator.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::questions {

// A number at given sizes.
struct CostNumber {
  std::optional<int64_t> value;
  bool is_upper = false;  // the data decide it
};

// Evaluates numbers of a cost at values of the symbols. Not thread-safe.
class CostEvaluator {
 public:
  // The arena outlives this; expressions that are added to it later do not matter.
  CostEvaluator(const symbolic::ExprArena& arena, absl::Span<const symbolic::Expr> numbers);

  // One result per number, valid until the next run.
  absl::Span<const CostNumber> Run(symbolic::Bindings bindings);

  // The names of symbols of inputs that a number depends on, and that have no value.
  std::vector<std::string> Unbound(symbolic::Bindings bindings) const;

  // The symbols of inputs that a number depends on.
  absl::Span<const symbolic::SymbolId> needed() const { return needed_; }

  // About how many operations a run takes.
  size_t steps() const { return evaluator_.steps() + open_.size(); }

 private:
  const symbolic::ExprArena& arena_;
  symbolic::Evaluator evaluator_;
  // The numbers that the inputs alone do not decide.
  std::vector<size_t> open_;
  std::optional<symbolic::RangeEvaluator> ranges_;
  std::vector<symbolic::SymbolId> needed_;
  std::vector<CostNumber> results_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_COST_COST_EVALUATOR_H_
