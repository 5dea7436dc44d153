#ifndef SHAPEWRIGHT_SERVER_UNARY_CALL_H_
#define SHAPEWRIGHT_SERVER_UNARY_CALL_H_

#include <google/protobuf/message.h>
#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <functional>

#include "absl/status/status.h"
#include "server/call.h"
#include "server/interrupt.h"
#include "server/metrics.h"

namespace shapewright::server {

// An RPC that takes one message and gives one, which depends on nothing else.
struct UnaryMethod {
  Method method;
  const google::protobuf::Message* request_prototype;
  const google::protobuf::Message* response_prototype;
  // Fills the response, on a thread of the pool. Both have the types of the
  // prototypes.
  std::function<absl::Status(const google::protobuf::Message& request, const Options& options,
                             const Interrupt& interrupt, google::protobuf::Message* response)>
      answer;
};

// Takes a call on: its bytes are parsed, answered and serialized on the pool.
// `method`, `request` and `response` live until the call is done.
grpc::ServerUnaryReactor* StartUnaryCall(const CallEnvironment& environment,
                                         const UnaryMethod& method,
                                         grpc::CallbackServerContext* context,
                                         const grpc::ByteBuffer* request,
                                         grpc::ByteBuffer* response);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_UNARY_CALL_H_
