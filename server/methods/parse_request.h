#ifndef SHAPEWRIGHT_SERVER_METHODS_PARSE_REQUEST_H_
#define SHAPEWRIGHT_SERVER_METHODS_PARSE_REQUEST_H_

#include <google/protobuf/message.h>
#include <grpcpp/support/byte_buffer.h>

#include "absl/status/status.h"

namespace shapewright::server {

// Reads the whole of a request, with the errors of graph::ParseMessage().
absl::Status ParseBuffer(const grpc::ByteBuffer& bytes, google::protobuf::Message* request);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_PARSE_REQUEST_H_
