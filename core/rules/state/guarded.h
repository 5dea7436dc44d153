#ifndef SHAPEWRIGHT_CORE_RULES_STATE_GUARDED_H_
#define SHAPEWRIGHT_CORE_RULES_STATE_GUARDED_H_

#include "absl/strings/string_view.h"
#include "core/rules/state/diagnostics.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::ops {

// Whether the code names something that a runtime refuses as it loads the model, whatever runs. All
// others of severity ERROR are about a run that gets to the node (S2).
bool IsLoadError(absl::string_view code);

// Makes a warning of an error under the guard of the present scope, whose node becomes the last of
// `related`: as long as the guard may be false the model is not wrong (S2). At the root it does
// nothing.
void WarnUnderGuard(const symbolic::FactStore& facts, Diagnostic& diagnostic);

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_RULES_STATE_GUARDED_H_
