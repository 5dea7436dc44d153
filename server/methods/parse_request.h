#ifndef SHAPEWRIGHT_SERVER_METHODS_PARSE_REQUEST_H_
#define SHAPEWRIGHT_SERVER_METHODS_PARSE_REQUEST_H_

#include <google/protobuf/message.h>
#include <grpcpp/support/byte_buffer.h>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace shapewright::server {

// Reads the whole of a request, whose messages may lie deeper within each other
// than protobuf lets them by itself. False for bytes that are no such message.
bool ParseBuffer(const grpc::ByteBuffer& bytes, google::protobuf::Message* request);
bool ParseText(absl::string_view bytes, google::protobuf::Message* request);

// The error for such bytes.
absl::Status MalformedError(const google::protobuf::Message& request);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_PARSE_REQUEST_H_
