#ifndef SHAPEWRIGHT_CORE_RULES_SIGNATURE_SIGNATURE_COST_H_
#define SHAPEWRIGHT_CORE_RULES_SIGNATURE_SIGNATURE_COST_H_

#include "core/rules/cost/cost_context.h"
#include "core/rules/signature/signature.h"

namespace shapewright::rules {

// Counts a node by the costs that its signature says, or refuses it if it says none. The names get
// their values from the types that inference found in the end; a count below 0 is 0.
void CountBySignature(const Signature& signature, CostContext& ctx);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_SIGNATURE_SIGNATURE_COST_H_
