#ifndef SHAPEWRIGHT_CORE_RULES_STATE_GUARDED_H_
#define SHAPEWRIGHT_CORE_RULES_STATE_GUARDED_H_

#include "absl/strings/string_view.h"
#include "core/rules/state/diagnostics.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::ops {

// Whether a runtime refuses to load a model with such an error. All other errors occur only if the
// node runs (S2).
bool IsLoadError(absl::string_view code);

// If the current scope is a branch or body, turns an error into a warning, as the branch may never
// run (S2), and appends the node of the If, Loop or Scan to `related`.
void WarnUnderGuard(const symbolic::FactStore& facts, Diagnostic& diagnostic);

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_RULES_STATE_GUARDED_H_
