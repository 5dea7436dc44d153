#ifndef SHAPEWRIGHT_CORE_RULES_STATE_DIAGNOSTIC_CLASS_H_
#define SHAPEWRIGHT_CORE_RULES_STATE_DIAGNOSTIC_CLASS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/rules/state/diagnostics.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::rules {

// What an error says of a run (S36).
enum class DiagnosticClass : uint8_t {
  kLoad,   // the model is invalid, whatever runs
  kRun,    // every runtime fails when it gets to the node
  kOther,  // some runtime goes on
};

struct ClassOfCode {
  absl::string_view code;
  DiagnosticClass error_class;
};

// The class of every code, by code. docs/errors.md has it too.
absl::Span<const ClassOfCode> DiagnosticClasses();
DiagnosticClass ClassOf(absl::string_view code);

// If the current scope is a branch or body, turns an error of a run into a warning, as the branch
// may never run (S2), and appends the node of the If, Loop or Scan to `related`.
void WarnUnderGuard(const symbolic::FactStore& facts, Diagnostic& diagnostic);
// Whether that happened, by the innermost scope, which is of the node `control`.
bool IsUnderGuardOf(const symbolic::Site& control, const Diagnostic& diagnostic);
// Takes out what the message says of that.
void DropGuardText(Diagnostic& diagnostic);
// Makes it an error again, of the current scope, once its branch is known to run.
void LeaveGuard(const symbolic::FactStore& facts, Diagnostic& diagnostic);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_STATE_DIAGNOSTIC_CLASS_H_
