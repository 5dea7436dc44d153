#ifndef SHAPEWRIGHT_CORE_RULES_STATE_GUARDED_H_
#define SHAPEWRIGHT_CORE_RULES_STATE_GUARDED_H_

#include "absl/strings/string_view.h"
#include "core/rules/state/diagnostics.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::ops {

// Whether a runtime refuses what the diagnostic code names when it loads the model. All other
// errors occur only if the node runs (S2).
bool IsLoadError(absl::string_view code);

// Turns an error under the guard of the current scope into a warning, as the guard may be false
// (S2), and appends the node of the guard to `related`. Does nothing in the root scope.
void WarnUnderGuard(const symbolic::FactStore& facts, Diagnostic& diagnostic);

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_RULES_STATE_GUARDED_H_
