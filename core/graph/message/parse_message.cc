#include "core/graph/message/parse_message.h"

#include <cstdint>
#include <limits>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/graph/message/unknown_field.h"
#include "core/graph/read_error.h"

namespace shapewright::graph {
namespace {

using google::protobuf::Message;
using google::protobuf::io::CodedInputStream;

// Each graph within a graph is up to four messages within each other.
constexpr int kMaxMessageDepth = 200;

absl::Status MalformedError(const Message& request) {
  return ReadError(reason::kMalformedRequest,
                   absl::StrCat("the request is no ", std::string(request.GetDescriptor()->name()),
                                " of at most ", kMaxMessageDepth, " messages within each other"));
}

}  // namespace

absl::Status ParseMessage(CodedInputStream& stream, Message* request) {
  stream.SetRecursionLimit(kMaxMessageDepth);
  const bool is_read = request->ParseFromCodedStream(&stream) && stream.ConsumedEntireMessage();
  return is_read ? CheckAllIsKnown(*request) : MalformedError(*request);
}

absl::Status ParseMessage(absl::string_view bytes, Message* request) {
  // No message of protobuf is larger.
  if (bytes.size() > size_t{std::numeric_limits<int>::max()}) return MalformedError(*request);
  CodedInputStream stream(reinterpret_cast<const uint8_t*>(bytes.data()),
                          static_cast<int>(bytes.size()));
  return ParseMessage(stream, request);
}

}  // namespace shapewright::graph
