#ifndef SHAPEWRIGHT_CORE_GRAPH_READ_ERROR_H_
#define SHAPEWRIGHT_CORE_GRAPH_READ_ERROR_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/base/error_payload.h"

namespace shapewright::graph {

// Payloads of the statuses that readers return: a stable reason; for a graph in
// the wrong order the number of the node in it; for a message the path of the
// field that is wrong.
using shapewright::kReasonPayload;
inline constexpr char kNodePayload[] = "shapewright/node";
using shapewright::kFieldPayload;

namespace reason {
inline constexpr char kMalformedModel[] = "MALFORMED_MODEL";
inline constexpr char kMalformedRequest[] = "MALFORMED_REQUEST";
inline constexpr char kUnknownField[] = "UNKNOWN_FIELD";
inline constexpr char kUnknownEnumValue[] = "UNKNOWN_ENUM_VALUE";
inline constexpr char kMalformedPremise[] = "MALFORMED_PREMISE";
inline constexpr char kMalformedBinding[] = "MALFORMED_BINDING";
inline constexpr char kMalformedRule[] = "MALFORMED_RULE";
inline constexpr char kTooManyRules[] = "TOO_MANY_RULES";
inline constexpr char kCyclicGraph[] = "CYCLIC_GRAPH";
inline constexpr char kTooManyNodes[] = "TOO_MANY_NODES";
inline constexpr char kSubgraphTooDeep[] = "SUBGRAPH_TOO_DEEP";
inline constexpr char kRankTooLarge[] = "RANK_TOO_LARGE";
inline constexpr char kTypeTooDeep[] = "TYPE_TOO_DEEP";
}  // namespace reason

// INVALID_ARGUMENT with a reason of the list above.
absl::Status ReadError(absl::string_view reason, absl::string_view message);

// INVALID_ARGUMENT about a field of a message. The path grows on the way out:
// Within("nodes[12]", FieldError("op_type", ..)) is about nodes[12].op_type.
absl::Status FieldError(absl::string_view field, absl::string_view message);
absl::Status Within(absl::string_view parent, absl::Status status);
// The path of a status of these, or nothing.
std::string FieldOf(const absl::Status& status);
// The same with the path in its message too, for callers that show only the message.
absl::Status WithFieldInMessage(const absl::Status& status);

// A name, for messages: quoted, and shortened if it is long.
std::string Quoted(absl::string_view name);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_READ_ERROR_H_
