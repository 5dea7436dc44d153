#ifndef SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_SHAPES_H_
#define SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_SHAPES_H_

#include <string>

#include "absl/status/status.h"
#include "core/query/query_options.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright::query {

// Answers a request: appends the bytes of a v1::MergeShapesResponse, which has one result per case
// in order; a case that makes no sense has an error in its result. INVALID_ARGUMENT for what
// concerns all of them has the path of the field that is wrong as payload
// (core/graph/read_error.h); nothing of the response counts then. RESOURCE_EXHAUSTED for an answer
// of more bytes than the request may have.
absl::Status MergeShapes(const v1::MergeShapesRequest& request, const QueryOptions& options,
                         std::string* response);
// The same, as a message.
absl::Status MergeShapes(const v1::MergeShapesRequest& request, const QueryOptions& options,
                         v1::MergeShapesResponse* response);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_MERGE_MERGE_SHAPES_H_
