#include "server/methods/parse_request.h"

#include <google/protobuf/io/coded_stream.h>
#include <grpcpp/support/proto_buffer_reader.h>

#include "absl/strings/str_cat.h"
#include "server/errors/status.h"
#include "server/methods/unknown_field.h"

namespace shapewright::server {
namespace {

using google::protobuf::Message;
using google::protobuf::io::CodedInputStream;

// Each graph within a graph is up to four messages within each other.
constexpr int kMaxMessageDepth = 200;

absl::Status MalformedError(const Message& request) {
  return CallError(absl::StatusCode::kInvalidArgument, reason::kMalformedRequest,
                   absl::StrCat("the request is no ", std::string(request.GetDescriptor()->name()),
                                " of at most ", kMaxMessageDepth, " messages within each other"));
}

absl::Status Parse(CodedInputStream& stream, Message* request) {
  stream.SetRecursionLimit(kMaxMessageDepth);
  const bool is_read = request->ParseFromCodedStream(&stream) && stream.ConsumedEntireMessage();
  return is_read ? CheckAllIsKnown(*request) : MalformedError(*request);
}

}  // namespace

absl::Status ParseBuffer(const grpc::ByteBuffer& bytes, Message* request) {
  grpc::ByteBuffer slices(bytes);
  grpc::ProtoBufferReader reader(&slices);
  CodedInputStream stream(&reader);
  return Parse(stream, request);
}

absl::Status ParseText(absl::string_view bytes, Message* request) {
  CodedInputStream stream(reinterpret_cast<const uint8_t*>(bytes.data()),
                          static_cast<int>(bytes.size()));
  return Parse(stream, request);
}

}  // namespace shapewright::server
