#ifndef SHAPEWRIGHT_SERVER_METHODS_UNKNOWN_FIELD_H_
#define SHAPEWRIGHT_SERVER_METHODS_UNKNOWN_FIELD_H_

#include <google/protobuf/message.h>

#include "absl/status/status.h"

namespace shapewright::server {

// INVALID_ARGUMENT for a request that says something in words that this server does not have, as a
// newer client may: UNKNOWN_FIELD with the path of the field and its number, or UNKNOWN_ENUM_VALUE
// with the path and the value. To pass over an option that somebody set would be a wrong answer.
absl::Status CheckAllIsKnown(const google::protobuf::Message& request);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_UNKNOWN_FIELD_H_
