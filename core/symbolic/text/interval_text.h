#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_INTERVAL_TEXT_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_INTERVAL_TEXT_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/symbolic/interval.h"

namespace shapewright::symbolic {

// `2..8`, `2..`, `..8`, `..`; a point prints as its value.
std::string ToString(Interval interval);
// True if the text cannot be an expression, only an interval.
bool IsIntervalText(absl::string_view text);
// The inverse of ToString; an end that is left out is infinite, and min > max
// is an error (S24).
absl::StatusOr<Interval> ParseInterval(absl::string_view text);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_INTERVAL_TEXT_H_
