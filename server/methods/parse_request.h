#ifndef SHAPEWRIGHT_SERVER_METHODS_PARSE_REQUEST_H_
#define SHAPEWRIGHT_SERVER_METHODS_PARSE_REQUEST_H_

#include <google/protobuf/message.h>
#include <grpcpp/support/byte_buffer.h>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace shapewright::server {

// Reads the whole of a request, whose messages may lie deeper within each other
// than protobuf lets them by itself. INVALID_ARGUMENT: MALFORMED_REQUEST for bytes that are no such
// message, UNKNOWN_FIELD or UNKNOWN_ENUM_VALUE for what this server does not know.
absl::Status ParseBuffer(const grpc::ByteBuffer& bytes, google::protobuf::Message* request);
absl::Status ParseText(absl::string_view bytes, google::protobuf::Message* request);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_PARSE_REQUEST_H_
