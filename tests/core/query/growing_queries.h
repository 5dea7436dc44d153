#ifndef SHAPEWRIGHT_TESTS_CORE_QUERY_GROWING_QUERIES_H_
#define SHAPEWRIGHT_TESTS_CORE_QUERY_GROWING_QUERIES_H_

#include <variant>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/query/query_options.h"
#include "shapewright/v1/layout.pb.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright::query {

using Query = std::variant<v1::MergeShapesRequest, v1::ComputeLayoutRequest>;

// A request of which one list is as long as is asked for: what it costs must not grow faster than
// the list.
struct GrowingQuery {
  absl::string_view name;
  // The least length at which the cost is no longer that of what every request has.
  int length;
  Query (*build)(int length);
};

absl::Span<const GrowingQuery> GrowingQueries();

// Answers a query and forgets the answer.
absl::Status Answer(const Query& query, const QueryOptions& options);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_TESTS_CORE_QUERY_GROWING_QUERIES_H_
