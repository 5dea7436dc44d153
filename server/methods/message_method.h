#ifndef SHAPEWRIGHT_SERVER_METHODS_MESSAGE_METHOD_H_
#define SHAPEWRIGHT_SERVER_METHODS_MESSAGE_METHOD_H_

#include <google/protobuf/message.h>

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "server/call/answer_method.h"
#include "server/call/call_environment.h"
#include "server/config/options.h"

namespace shapewright::server {

// A row of a method that a MessageMethod serves.
struct MessageRpc {
  Method method;
  KeyKind key_kind;
  KeyKind large_key_kind;
  const google::protobuf::Message* request_prototype;
  // Appends the serialized response to `response`, within the limit on its size. `request` has the
  // type of the prototype.
  absl::Status (*answer)(const google::protobuf::Message& request, const Options& options,
                         const WorkHooks& hooks, std::string* response);
};

// A unary method whose answer depends on nothing but the request message.
class MessageMethod final : public AnswerMethod {
 public:
  // `environment` outlives it.
  MessageMethod(const MessageRpc& rpc, CallEnvironment& environment)
      : AnswerMethod(rpc.method, rpc.key_kind, ""), rpc_(rpc), options_(environment.options) {}

  // By the number of cases.
  Lane Weigh(absl::string_view request) const override;
  absl::StatusOr<std::unique_ptr<ParsedRequest>> Read(
      const grpc::ByteBuffer& request) const override;

 private:
  const MessageRpc rpc_;
  const Options& options_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_MESSAGE_METHOD_H_
