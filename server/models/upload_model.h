#ifndef SHAPEWRIGHT_SERVER_MODELS_UPLOAD_MODEL_H_
#define SHAPEWRIGHT_SERVER_MODELS_UPLOAD_MODEL_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include "server/call/call_environment.h"

namespace shapewright::server {

// Starts an upload: receives the stream on gRPC's threads and imports the model on the pool.
// Nothing is kept of an upload that is incomplete. `environment` and `response` live until the call
// is done.
grpc::ServerReadReactor<grpc::ByteBuffer>* StartUploadModel(CallEnvironment& environment,
                                                            grpc::CallbackServerContext* context,
                                                            grpc::ByteBuffer* response);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_MODELS_UPLOAD_MODEL_H_
