#include "server/methods/message_method.h"

#include <google/protobuf/arena.h>

#include <utility>

#include "core/wire/model_id.h"
#include "server/cache/byte_view.h"
#include "server/call/split_request.h"
#include "server/methods/parse_request.h"

namespace shapewright::server {
namespace {

using google::protobuf::Message;

class MessageRequest final : public ParsedRequest {
 public:
  MessageRequest(const MessageRpc& rpc, const Options& options, const grpc::ByteBuffer& bytes)
      : rpc_(rpc),
        options_(options),
        bytes_(bytes),
        request_(rpc.request_prototype->New(&arena_)) {}

  absl::Status Parse() { return ParseBuffer(bytes_, request_); }

  absl::StatusOr<Key> FindKey() override {
    return Key{rpc_.large_key_kind, ModelId(View(OnePiece(bytes_)))};
  }

  absl::StatusOr<SerializedAnswer> FindAnswer(const WorkHooks& hooks) override {
    hooks.on_read();
    std::string response;
    absl::Status status = rpc_.answer(*request_, options_, hooks, &response);
    if (!status.ok()) return status;
    hooks.on_inferred();
    return MakeAnswer("", std::move(response));
  }

 private:
  const MessageRpc& rpc_;
  const Options& options_;
  const grpc::ByteBuffer bytes_;
  google::protobuf::Arena arena_;
  Message* const request_;
};

}  // namespace

Lane MessageMethod::Weigh(absl::string_view request) const {
  // A case may refer to other parts of the request, or be large although it consists of few
  // numbers.
  constexpr size_t kNodesPerCase = 8;
  return LaneOf({.bytes = request.size(), .nodes = kNodesPerCase * CountFields(request)});
}

absl::StatusOr<std::unique_ptr<ParsedRequest>> MessageMethod::Read(
    const grpc::ByteBuffer& request) const {
  auto parsed = std::make_unique<MessageRequest>(rpc_, options_, request);
  absl::Status read = parsed->Parse();
  if (!read.ok()) return read;
  return parsed;
}

}  // namespace shapewright::server
