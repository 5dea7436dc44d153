#include "core/graph/message/parse_message.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <limits>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"

namespace shapewright::graph {
namespace {

using google::protobuf::Message;
using google::protobuf::io::ArrayInputStream;
using google::protobuf::io::CodedInputStream;

absl::Status MalformedError(const Message& request) {
  return ReadError(
      reason::kMalformedRequest,
      absl::StrCat("the request is not a valid ", std::string(request.GetDescriptor()->name()),
                   " with at most ", kMaxMessageDepth, " messages within each other"));
}

bool Parse(OpenStream open, Message* request) {
  const auto bytes = open();
  CodedInputStream stream(bytes.get());
  stream.SetRecursionLimit(kMaxMessageDepth);
  return request->ParseFromCodedStream(&stream) && stream.ConsumedEntireMessage();
}

}  // namespace

absl::Status ParseMessage(OpenStream open, Message* request) {
  const google::protobuf::Descriptor& type = *request->GetDescriptor();
  if (Parse(open, request)) return CheckAllIsKnown(open, type);
  absl::Status bad_text = FindBadText(open, type);
  return bad_text.ok() ? MalformedError(*request) : bad_text;
}

absl::Status ParseMessage(absl::string_view bytes, Message* request) {
  // No message of protobuf is larger.
  if (bytes.size() > size_t{std::numeric_limits<int>::max()}) return MalformedError(*request);
  return ParseMessage(
      [bytes] {
        return std::make_unique<ArrayInputStream>(bytes.data(), static_cast<int>(bytes.size()));
      },
      request);
}

}  // namespace shapewright::graph
