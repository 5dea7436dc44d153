#ifndef SHAPEWRIGHT_CORE_RULES_CONTROL_INFER_BY_CASE_H_
#define SHAPEWRIGHT_CORE_RULES_CONTROL_INFER_BY_CASE_H_

#include "absl/functional/function_ref.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {

// Infers the current node, by `infer`, once for each case of its operands' alternatives, which are
// then its operands (S34). False where they have none, or too many cases: then nothing is done, and
// the node is to be inferred with what the alternatives have in common. A case in which the node
// cannot run does not occur (S36).
bool InferByCase(RuleContext& ctx, absl::FunctionRef<void()> infer);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_CONTROL_INFER_BY_CASE_H_
