#ifndef SHAPEWRIGHT_SERVER_CALL_UNARY_CALL_H_
#define SHAPEWRIGHT_SERVER_CALL_UNARY_CALL_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include "server/call/answer_method.h"
#include "server/call/call_environment.h"

namespace shapewright::server {

// Starts a call. For a small request the cache of answers is looked up at once; all else
// goes to the pool. `environment`, `method`, `request` and `response` live until the call is
// done.
grpc::ServerUnaryReactor* StartUnaryCall(CallEnvironment& environment, const AnswerMethod& method,
                                         grpc::CallbackServerContext* context,
                                         const grpc::ByteBuffer* request,
                                         grpc::ByteBuffer* response);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALL_UNARY_CALL_H_
