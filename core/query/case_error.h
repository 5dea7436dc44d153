#ifndef SHAPEWRIGHT_CORE_QUERY_CASE_ERROR_H_
#define SHAPEWRIGHT_CORE_QUERY_CASE_ERROR_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/graph/read_error.h"

namespace shapewright::query {

// INVALID_ARGUMENT about a field of a case; graph::Within makes its path longer.
// docs/errors.md tells of the reason.
inline absl::Status CaseError(absl::string_view field, absl::string_view message) {
  return graph::Within(field, graph::ReadError("MALFORMED_CASE", message));
}

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_CASE_ERROR_H_
