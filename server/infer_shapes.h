#ifndef SHAPEWRIGHT_SERVER_INFER_SHAPES_H_
#define SHAPEWRIGHT_SERVER_INFER_SHAPES_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include "server/call.h"

namespace shapewright::server {

// Takes a call on. Whether its answer is kept already is looked up at once if the request is small;
// all else goes to the pool. `environment`, `request` and `response` live until the call is done.
grpc::ServerUnaryReactor* StartInferShapes(const CallEnvironment& environment,
                                           grpc::CallbackServerContext* context,
                                           const grpc::ByteBuffer* request,
                                           grpc::ByteBuffer* response);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_INFER_SHAPES_H_
