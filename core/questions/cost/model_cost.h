#ifndef SHAPEWRIGHT_CORE_QUESTIONS_COST_MODEL_COST_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_COST_MODEL_COST_H_

#include <optional>

#include "core/inference/engine/engine.h"
#include "core/questions/cost/cost_evaluator.h"
#include "core/questions/cost/cost_numbers.h"
#include "core/questions/cost/cost_sum.h"
#include "shapewright/v1/measure.pb.h"

namespace shapewright::questions {

// What a run of a whole model costs, at one set of sizes after another. Not thread-safe.
class ModelCost {
 public:
  // The engine has run, and outlives this; adds expressions to it. CheckMeasure() has passed.
  ModelCost(inference::Engine& engine, const v1::CostMeasure& measure);

  void Evaluate(symbolic::Bindings bindings, v1::CostNumbers* numbers);

  // The symbols of inputs that it depends on.
  absl::Span<const symbolic::SymbolId> needed() const { return evaluator_.needed(); }
  // About how many operations an evaluation takes.
  size_t steps() const { return evaluator_.steps(); }

 private:
  ModelCost(inference::Engine& engine, const Cost& cost, const v1::CostMeasure& measure);

  CostMarks marks_;
  std::optional<v1::Machine> machine_;
  CostEvaluator evaluator_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_COST_MODEL_COST_H_
