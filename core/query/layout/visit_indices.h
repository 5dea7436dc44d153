#ifndef SHAPEWRIGHT_CORE_QUERY_LAYOUT_VISIT_INDICES_H_
#define SHAPEWRIGHT_CORE_QUERY_LAYOUT_VISIT_INDICES_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "shapewright/v1/layout.pb.h"

namespace shapewright::query {

// VISIT: the indices of a part of a tensor, the first dim of `minor_to_major` running
// fastest; at most `limit`. Errors have the path within the message.
absl::Status VisitIndices(absl::Span<const int64_t> sizes, absl::Span<const int64_t> minor_to_major,
                          const v1::IndexRange& range, int64_t limit, v1::IndexList* out);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_LAYOUT_VISIT_INDICES_H_
