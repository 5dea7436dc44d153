#ifndef SHAPEWRIGHT_CORE_INFERENCE_GIVEN_LEARN_PREMISES_H_
#define SHAPEWRIGHT_CORE_INFERENCE_GIVEN_LEARN_PREMISES_H_

#include "absl/status/status.h"
#include "core/inference/given/given.h"
#include "core/rules/state/workspace.h"

namespace shapewright::inference {

// Records the premises as facts, before anything is inferred and once the inputs' symbols exist
// (S38). INVALID_ARGUMENT for a symbol that the model does not have, and for premises that the
// types of the inputs or other premises contradict, with a set of those of which none can be left
// out.
absl::Status LearnPremises(const Given& given, rules::Workspace& workspace);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_GIVEN_LEARN_PREMISES_H_
