#include "server/methods/parse_request.h"

#include <google/protobuf/io/coded_stream.h>
#include <grpcpp/support/proto_buffer_reader.h>

#include "absl/strings/str_cat.h"
#include "server/errors/status.h"

namespace shapewright::server {
namespace {

using google::protobuf::Message;
using google::protobuf::io::CodedInputStream;

// Each graph within a graph is up to four messages within each other.
constexpr int kMaxMessageDepth = 200;

bool Parse(CodedInputStream& stream, Message* request) {
  stream.SetRecursionLimit(kMaxMessageDepth);
  return request->ParseFromCodedStream(&stream) && stream.ConsumedEntireMessage();
}

}  // namespace

bool ParseBuffer(const grpc::ByteBuffer& bytes, Message* request) {
  grpc::ByteBuffer slices(bytes);
  grpc::ProtoBufferReader reader(&slices);
  CodedInputStream stream(&reader);
  return Parse(stream, request);
}

bool ParseText(absl::string_view bytes, Message* request) {
  CodedInputStream stream(reinterpret_cast<const uint8_t*>(bytes.data()),
                          static_cast<int>(bytes.size()));
  return Parse(stream, request);
}

absl::Status MalformedError(const Message& request) {
  return CallError(absl::StatusCode::kInvalidArgument, reason::kMalformedRequest,
                   absl::StrCat("the request is no ", std::string(request.GetDescriptor()->name()),
                                " of at most ", kMaxMessageDepth, " messages within each other"));
}

}  // namespace shapewright::server
