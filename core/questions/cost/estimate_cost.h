#ifndef SHAPEWRIGHT_CORE_QUESTIONS_COST_ESTIMATE_COST_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_COST_ESTIMATE_COST_H_

#include "absl/status/status.h"
#include "core/inference/engine/engine.h"
#include "core/inference/facts/fact_report.h"
#include "core/wire/wire_writer.h"
#include "shapewright/v1/cost.pb.h"

namespace shapewright::questions {

// Appends a serialized v1.EstimateCostResponse about a finished inference (S51 to S57). Adds
// expressions to the engine. INVALID_ARGUMENT, with the path of the field, for a request that makes
// no sense; errors of the work and of the budget of `out`.
absl::Status EstimateCost(const v1::EstimateCostRequest& request, inference::Engine& engine,
                          const inference::FactReport& report, const AnswerBudget& budget,
                          WireWriter* out);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_COST_ESTIMATE_COST_H_
