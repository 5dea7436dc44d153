#ifndef SHAPEWRIGHT_CORE_QUERY_CASE_ERROR_H_
#define SHAPEWRIGHT_CORE_QUERY_CASE_ERROR_H_

#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "core/graph/read_error.h"

namespace shapewright::query {

inline constexpr char kMalformedCase[] = "MALFORMED_CASE";

// INVALID_ARGUMENT about a field of a case; graph::Within makes its path longer.
// docs/errors.md tells of the reason.
inline absl::Status CaseError(absl::string_view field, absl::string_view message,
                              absl::string_view suggestion = "") {
  absl::Status error = graph::ReadError(kMalformedCase, message);
  SetSuggestion(error, suggestion);
  return graph::Within(field, std::move(error));
}
// The same for a text that was not read.
inline absl::Status CaseError(absl::string_view field, const absl::Status& cause) {
  return CaseError(field, cause.message(), SuggestionOf(cause));
}

// A count of something beyond its limit; both are told as facts too.
inline absl::Status LimitError(absl::string_view reason, absl::string_view field, int64_t count,
                               int64_t limit) {
  absl::Status error =
      graph::ReadError(reason, absl::StrCat("there are ", count, "; the limit is ", limit));
  error.SetPayload("shapewright/fact/limit", absl::Cord(absl::StrCat(limit)));
  error.SetPayload("shapewright/fact/actual", absl::Cord(absl::StrCat(count)));
  return graph::Within(field, error);
}

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_CASE_ERROR_H_
