#ifndef SHAPEWRIGHT_CORE_GRAPH_MESSAGE_UNKNOWN_FIELD_H_
#define SHAPEWRIGHT_CORE_GRAPH_MESSAGE_UNKNOWN_FIELD_H_

#include <google/protobuf/message.h>

#include "absl/status/status.h"

namespace shapewright::graph {

// INVALID_ARGUMENT for a request that says something in words that this build does not have, as a
// newer client may: UNKNOWN_FIELD with the path of the field and its number, or UNKNOWN_ENUM_VALUE
// with the path and the value. To pass over an option that somebody set would be a wrong answer.
absl::Status CheckAllIsKnown(const google::protobuf::Message& request);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_MESSAGE_UNKNOWN_FIELD_H_
