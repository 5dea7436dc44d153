#include "server/methods/parse_request.h"

#include <google/protobuf/io/coded_stream.h>
#include <grpcpp/support/proto_buffer_reader.h>

#include "core/graph/message/parse_message.h"

namespace shapewright::server {

absl::Status ParseBuffer(const grpc::ByteBuffer& bytes, google::protobuf::Message* request) {
  grpc::ByteBuffer slices(bytes);
  grpc::ProtoBufferReader reader(&slices);
  google::protobuf::io::CodedInputStream stream(&reader);
  return graph::ParseMessage(stream, request);
}

}  // namespace shapewright::server
