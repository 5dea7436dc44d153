#ifndef SHAPEWRIGHT_CORE_QUESTIONS_COST_COST_EVALUATIONS_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_COST_COST_EVALUATIONS_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "core/inference/engine/engine.h"
#include "core/inference/facts/fact_report.h"
#include "core/questions/binding/symbol_binder.h"
#include "core/questions/binding/violations.h"
#include "core/questions/cost/cost_evaluator.h"
#include "core/questions/cost/cost_numbers.h"
#include "core/questions/cost/cost_sum.h"
#include "core/questions/cost/peak_memory.h"
#include "core/questions/cost/state_growth.h"
#include "core/wire/wire_writer.h"
#include "shapewright/v1/cost.pb.h"

namespace shapewright::questions {

// The costs of a model and of its parts at given sizes. Not thread-safe.
class CostEvaluations {
 public:
  // The first of `costs` is the model's. Engine and report outlive this.
  CostEvaluations(inference::Engine& engine, const inference::FactReport& report,
                  absl::Span<const Cost* const> costs, const StateGrowth& growth,
                  const PeakMemory& peak);

  // Writes one v1.CostEvaluation per binding of the request; those that do not fit the model get an
  // error each. Fails only for the work and the budget of `out`.
  absl::Status Write(const v1::EstimateCostRequest& request, WireWriter* out);

 private:
  absl::Status Evaluate(const v1::Binding& binding, v1::CostEvaluation* evaluation);
  void SetCost(size_t cost, v1::CostNumbers* numbers) const;
  void SetPeak(v1::CostEvaluation* evaluation) const;

  inference::Engine& engine_;
  std::vector<CostMarks> marks_;  // by cost
  // The nodes of the sets of values, whose sizes stand behind all other numbers.
  std::vector<uint32_t> peak_nodes_;
  bool needs_no_memory_;
  SymbolBinder binder_;
  ViolationFinder violations_;
  const std::vector<v1::Violation> errors_;
  CostEvaluator evaluator_;
  BoundSymbols bound_;
  absl::Span<const CostNumber> values_;
  const v1::Machine* machine_ = nullptr;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_COST_COST_EVALUATIONS_H_
