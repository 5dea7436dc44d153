#ifndef SHAPEWRIGHT_CORE_RULES_CONTROL_ALTERNATIVES_H_
#define SHAPEWRIGHT_CORE_RULES_CONTROL_ALTERNATIVES_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/rules/rule_context.h"
#include "core/rules/state/elements.h"

namespace shapewright::rules {

// A value has at most so many alternatives, and a node at most so many cases (S33, S34).
inline constexpr size_t kMaxAlternatives = 4;

// Whether what two states say of a value is lost where one state is for both: then the value has
// alternatives where inputs decide between them.
bool NeedAlternatives(const shape::TypeTable& types, const ValueState& a, const ValueState& b);

// The state of a value that in each of these cases, which share none, is the one that goes with
// them (S33). States that a choice of numbers can say become one; what is left are its
// alternatives, unless there are too many. `reason` is that of new unknowns.
ValueState JoinCases(RuleContext& ctx, absl::string_view reason,
                     absl::Span<const Alternative> states);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_CONTROL_ALTERNATIVES_H_
