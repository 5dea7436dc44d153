#ifndef SHAPEWRIGHT_CORE_RULES_SIGNATURE_MATCH_OPERANDS_H_
#define SHAPEWRIGHT_CORE_RULES_SIGNATURE_MATCH_OPERANDS_H_

#include "core/rules/signature/bound_names.h"

namespace shapewright::rules {

// Holds the operands of the node against the signature: sets its variables, requires that dims of
// one name are equal, solves equations, and reports operands of another type or rank.
void MatchOperands(BoundNames& names);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_SIGNATURE_MATCH_OPERANDS_H_
