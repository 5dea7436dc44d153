#include "core/rules/state/guarded.h"

#include <algorithm>
#include <array>

#include "absl/strings/str_cat.h"

namespace shapewright::ops {

bool IsLoadError(absl::string_view code) {
  static constexpr std::array<absl::string_view, 15> kCodes = {
      "BAD_PERMUTATION",   "DUPLICATE_VALUE",   "ELEMENT_TYPE_MISMATCH", "ELEMENT_TYPE_NOT_ALLOWED",
      "FUNCTION_TOO_DEEP", "INVALID_ATTRIBUTE", "MISSING_ATTRIBUTE",     "MISSING_AXES",
      "MISSING_ENDS",      "MISSING_INPUT",     "RECURSIVE_FUNCTION",    "TYPE_MISMATCH",
      "UNDEFINED_VALUE",   "WRONG_INPUT_COUNT", "WRONG_OUTPUT_COUNT"};
  return std::binary_search(kCodes.begin(), kCodes.end(), code);
}

void WarnUnderGuard(const symbolic::FactStore& facts, Diagnostic& diagnostic) {
  const symbolic::ScopeId scope = facts.current_scope();
  if (scope == symbolic::kRootScope) return;
  const symbolic::Guard& guard = facts.scopes()[scope].guard;
  diagnostic.severity = Severity::kWarning;
  absl::StrAppend(&diagnostic.message, "; only if ", guard.branch, " runs");
  diagnostic.related.push_back(guard.control);
}

}  // namespace shapewright::ops
