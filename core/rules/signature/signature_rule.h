#ifndef SHAPEWRIGHT_CORE_RULES_SIGNATURE_SIGNATURE_RULE_H_
#define SHAPEWRIGHT_CORE_RULES_SIGNATURE_SIGNATURE_RULE_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/base/work.h"
#include "core/rules/registry/request_rules.h"

namespace shapewright::rules {

// The rule that a signature says, without the operator that it is for. The errors are those of
// ParseSignature(), and that of `work`, which may be null.
absl::StatusOr<RequestRules::Rule> MakeSignatureRule(absl::string_view signature, bool is_pure,
                                                     Work* work = nullptr);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_SIGNATURE_SIGNATURE_RULE_H_
