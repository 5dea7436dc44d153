#ifndef SHAPEWRIGHT_CORE_GRAPH_MESSAGE_PARSE_MESSAGE_H_
#define SHAPEWRIGHT_CORE_GRAPH_MESSAGE_PARSE_MESSAGE_H_

#include <google/protobuf/message.h>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/graph/message/unknown_field.h"

namespace shapewright::graph {

// Reads the whole of a request, whose messages may lie deeper within each other than protobuf lets
// them by itself. INVALID_ARGUMENT: MALFORMED_REQUEST for bytes that are no such message,
// UNKNOWN_FIELD or UNKNOWN_ENUM_VALUE for what this build does not know.
absl::Status ParseMessage(OpenStream open, google::protobuf::Message* request);
absl::Status ParseMessage(absl::string_view bytes, google::protobuf::Message* request);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_MESSAGE_PARSE_MESSAGE_H_
