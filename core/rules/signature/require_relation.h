#ifndef SHAPEWRIGHT_CORE_RULES_SIGNATURE_REQUIRE_RELATION_H_
#define SHAPEWRIGHT_CORE_RULES_SIGNATURE_REQUIRE_RELATION_H_

#include "absl/strings/string_view.h"
#include "core/base/static_text.h"
#include "core/rules/rule_context.h"
#include "core/symbolic/text/parse_relation.h"

namespace shapewright::rules {

// Requires a relation of the current node; of one with an unknown side nothing is said. The check's
// sentence outlives the facts.
void RequireRelation(RuleContext& ctx, const symbolic::ParsedRelation& relation,
                     const Check& check);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_SIGNATURE_REQUIRE_RELATION_H_
