#ifndef SHAPEWRIGHT_CORE_QUESTIONS_PROOFS_WRITE_PROOFS_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_PROOFS_WRITE_PROOFS_H_

#include <string>

#include "absl/status/statusor.h"
#include "core/base/answer_budget.h"
#include "core/inference/engine/engine.h"
#include "core/inference/facts/fact_report.h"

namespace shapewright::questions {

// What a finished inference concludes from the facts that it tells, as questions for an SMT solver
// (S43 to S45): a serialized shapewright.v1.Proofs. The claims: facts that are left out as others
// imply them, facts that are told as proved, what symbols equal, and the intervals of symbols and
// of the dims of the main graph. Taken for granted: the facts themselves, the intervals of symbols
// before any fact, upper bounds of what data decide, and intervals of powers and truncated floats.
// `given` may be null. Fails for the engine's work and the budget.
absl::StatusOr<std::string> WriteProofs(inference::Engine& engine,
                                        const inference::FactReport& report,
                                        const inference::Given* given, AnswerBudget& budget);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_PROOFS_WRITE_PROOFS_H_
