#include "server/methods/parse_request.h"

#include <grpcpp/support/proto_buffer_reader.h>

#include <memory>

#include "core/graph/message/parse_message.h"

namespace shapewright::server {

absl::Status ParseBuffer(const grpc::ByteBuffer& bytes, google::protobuf::Message* request) {
  grpc::ByteBuffer slices(bytes);
  return graph::ParseMessage(
      [&slices] { return std::make_unique<grpc::ProtoBufferReader>(&slices); }, request);
}

}  // namespace shapewright::server
