#ifndef SHAPEWRIGHT_CORE_RULES_SIGNATURE_RESOLVE_NAMES_H_
#define SHAPEWRIGHT_CORE_RULES_SIGNATURE_RESOLVE_NAMES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/rules/signature/signature.h"

namespace shapewright::rules {

// A relation after `where` that is not about element types.
struct ConditionText {
  absl::string_view text;
  size_t at = 0;
  symbolic::RelationText relation = {};
};

// Gives all names of formulas a meaning: finds which operands say what a variable is, which of the
// relations define a name, and which attributes are read. INVALID_ARGUMENT for a name that nothing
// says, and an equation with two open variables.
absl::Status ResolveNames(std::vector<ConditionText> conditions, Signature* signature);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_SIGNATURE_RESOLVE_NAMES_H_
