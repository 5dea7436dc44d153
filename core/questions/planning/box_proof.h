#ifndef SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_BOX_PROOF_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_BOX_PROOF_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/work.h"
#include "core/inference/engine/engine.h"
#include "core/inference/facts/fact_report.h"
#include "core/questions/evaluation/evaluations.h"
#include "core/questions/planning/box_bounds.h"
#include "core/questions/planning/box_facts.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::questions {

// A symbol and the values that it has in a box.
struct BoxSide {
  symbolic::SymbolId symbol;
  std::string name;
  inference::Given::Symbol allowed;  // which of them it may have
  symbolic::Interval range;          // up to 2^63 - 2: without an end
};

struct ProofOfBox {
  v1::Profile::Proof proof = v1::Profile::PROOF_PROVED;
  // PROOF_WITNESS: a value per side.
  std::vector<int64_t> witness;
  // PROOF_OPEN: the part that was left undecided first.
  std::vector<symbolic::Interval> undecided;
};

// Shows that a box has a point and that nothing fails at any, or finds one at which something does
// (S50): looks at the corners, then halves the box until facts are decided in each part. Takes at
// most 10,000 parts and an eighth of the work that is left; beyond, the proof is open. Errors of
// the work.
absl::StatusOr<ProofOfBox> ProveBox(inference::Engine& engine, const inference::FactReport& report,
                                    Evaluations& evaluations, const std::vector<BoxSide>& sides,
                                    Work& work);

// Sizes for these sides.
v1::Binding BindingOf(const std::vector<BoxSide>& sides, const std::vector<int64_t>& values);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_BOX_PROOF_H_
