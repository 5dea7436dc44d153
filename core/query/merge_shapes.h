#ifndef SHAPEWRIGHT_CORE_QUERY_MERGE_SHAPES_H_
#define SHAPEWRIGHT_CORE_QUERY_MERGE_SHAPES_H_

#include "absl/status/status.h"
#include "core/query/query_options.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright::query {

// Answers a request, one result per case in order. INVALID_ARGUMENT has the path
// of the field that is wrong, from the request on, as payload (core/graph/
// read_error.h); nothing of the response counts then.
absl::Status MergeShapes(const v1::MergeShapesRequest& request, const QueryOptions& options,
                         v1::MergeShapesResponse* response);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_MERGE_SHAPES_H_
