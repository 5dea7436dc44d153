#ifndef SHAPEWRIGHT_CORE_QUERY_KNOWN_VALUE_H_
#define SHAPEWRIGHT_CORE_QUERY_KNOWN_VALUE_H_

#include "absl/strings/str_cat.h"
#include "core/query/case_error.h"

namespace shapewright::query {

// INVALID_ARGUMENT for a number that an enum does not have; `is_known` is the generated
// *_IsValid.
inline absl::Status CheckKnown(absl::string_view field, int value, bool (*is_known)(int)) {
  if (is_known(value)) return absl::OkStatus();
  return CaseError(field, absl::StrCat("there is no value of number ", value));
}

// The same for an entry of a list, where the value that says nothing is a mistake.
inline absl::Status CheckSaid(absl::string_view field, int value, bool (*is_known)(int)) {
  if (value != 0) return CheckKnown(field, value, is_known);
  return CaseError(field, "the value says nothing", "leave it out");
}

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_KNOWN_VALUE_H_
