#include "core/questions/cost/model_cost.h"

#include "core/questions/cost/cost_report.h"
#include "core/questions/cost/measure.h"

namespace shapewright::questions {
namespace {

using inference::Engine;

Cost TotalOf(Engine& engine, const v1::CostMeasure& measure) {
  CostSelection selection;
  selection.weights = WeightsOf(measure);
  return CountCost(engine, selection).total;
}

}  // namespace

ModelCost::ModelCost(Engine& engine, const v1::CostMeasure& measure)
    : ModelCost(engine, TotalOf(engine, measure), measure) {}

ModelCost::ModelCost(Engine& engine, const Cost& cost, const v1::CostMeasure& measure)
    : marks_(cost), evaluator_(engine.workspace().exprs(), cost.cost) {
  if (measure.has_machine()) machine_ = measure.machine();
}

void ModelCost::Evaluate(symbolic::Bindings bindings, v1::CostNumbers* numbers) {
  SetNumbers(evaluator_.Run(bindings), marks_, machine_ ? &*machine_ : nullptr, numbers);
}

}  // namespace shapewright::questions
