#ifndef SHAPEWRIGHT_CORE_QUERY_LAYOUT_COMPUTE_LAYOUT_H_
#define SHAPEWRIGHT_CORE_QUERY_LAYOUT_COMPUTE_LAYOUT_H_

#include <string>

#include "absl/status/status.h"
#include "core/query/query_options.h"
#include "shapewright/v1/layout.pb.h"

namespace shapewright::query {

// Answers a request, one result per case in order; a case, or a question of it, that makes no sense
// has an error in its place. INVALID_ARGUMENT for a limit that all of them together breach, with
// the case as payload (core/graph/read_error.h); nothing of the response counts then.
// RESOURCE_EXHAUSTED for an answer of more bytes than the request may have.
//
// Appends the bytes of a ComputeLayoutResponse to `response`.
absl::Status ComputeLayout(const v1::ComputeLayoutRequest& request, const QueryOptions& options,
                           std::string* response);
// The same as a message.
absl::Status ComputeLayout(const v1::ComputeLayoutRequest& request, const QueryOptions& options,
                           v1::ComputeLayoutResponse* response);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_LAYOUT_COMPUTE_LAYOUT_H_
