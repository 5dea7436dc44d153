#ifndef SHAPEWRIGHT_CORE_QUERY_READ_INTERVAL_H_
#define SHAPEWRIGHT_CORE_QUERY_READ_INTERVAL_H_

#include "absl/status/statusor.h"
#include "core/symbolic/interval.h"
#include "shapewright/v1/shape.pb.h"

namespace shapewright::query {

// Reads a range of a request. INVALID_ARGUMENT, with the field, for one that holds nothing.
absl::StatusOr<symbolic::Interval> ReadInterval(const v1::Interval& message);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_READ_INTERVAL_H_
