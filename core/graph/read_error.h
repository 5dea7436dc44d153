#ifndef SHAPEWRIGHT_CORE_GRAPH_READ_ERROR_H_
#define SHAPEWRIGHT_CORE_GRAPH_READ_ERROR_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace shapewright::graph {

// Payloads of the statuses that readers return: a stable reason, and, for a
// message, the path of the field that is wrong.
inline constexpr char kReasonPayload[] = "shapewright/reason";
inline constexpr char kFieldPayload[] = "shapewright/field";

namespace reason {
inline constexpr char kMalformedModel[] = "MALFORMED_MODEL";
inline constexpr char kCyclicGraph[] = "CYCLIC_GRAPH";
inline constexpr char kUnsortedGraph[] = "UNSORTED_GRAPH";
inline constexpr char kTooManyNodes[] = "TOO_MANY_NODES";
inline constexpr char kSubgraphTooDeep[] = "SUBGRAPH_TOO_DEEP";
inline constexpr char kRankTooLarge[] = "RANK_TOO_LARGE";
inline constexpr char kTypeTooDeep[] = "TYPE_TOO_DEEP";
}  // namespace reason

// INVALID_ARGUMENT with a reason of the list above.
absl::Status ReadError(absl::string_view reason, absl::string_view message);

// A name for a message of ours: quoted, its end cut off if it is long.
std::string Quoted(absl::string_view name);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_READ_ERROR_H_
