#ifndef SHAPEWRIGHT_CORE_RULES_REGISTRY_REQUIRED_INPUTS_H_
#define SHAPEWRIGHT_CORE_RULES_REGISTRY_REQUIRED_INPUTS_H_

#include "absl/strings/string_view.h"

namespace shapewright::ops {

// How many inputs a node of this operator has at least; all of them must be
// there, those of Loop and Scan only counted. 0 for operators that are not in
// the specification.
int RequiredInputs(absl::string_view domain, absl::string_view name, int since_version);

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_RULES_REGISTRY_REQUIRED_INPUTS_H_
