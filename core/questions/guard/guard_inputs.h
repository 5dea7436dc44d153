#ifndef SHAPEWRIGHT_CORE_QUESTIONS_GUARD_GUARD_INPUTS_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_GUARD_GUARD_INPUTS_H_

#include "core/questions/guard/guard_draft.h"

namespace shapewright::questions {

// Adds the inputs of the model, checks their ranks and sizes, and says from which of them each
// symbol follows, as SymbolBinder finds the symbols of a binding with all sizes and elements.
void AddGuardInputs(GuardDraft& draft);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_GUARD_GUARD_INPUTS_H_
