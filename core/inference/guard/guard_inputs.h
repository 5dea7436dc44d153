#ifndef SHAPEWRIGHT_CORE_INFERENCE_GUARD_GUARD_INPUTS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_GUARD_GUARD_INPUTS_H_

#include "core/inference/guard/guard_draft.h"

namespace shapewright::inference {

// Adds the inputs of the model, checks their ranks and sizes, and says from which of them each
// symbol follows, as SymbolBinder finds the symbols of a binding with all sizes and elements.
void AddGuardInputs(GuardDraft& draft);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_GUARD_GUARD_INPUTS_H_
