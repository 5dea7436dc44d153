#ifndef SHAPEWRIGHT_SERVER_CALL_STREAM_CALL_H_
#define SHAPEWRIGHT_SERVER_CALL_STREAM_CALL_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include "server/call/answer_method.h"
#include "server/call/call_environment.h"
#include "server/call/stream_rpc.h"

namespace shapewright::server {

// Starts a call. Its answer is found on the pool, as that of other calls (StartUnaryCall), and kept
// in the cache. A message is handed to gRPC when the one before it has been taken: a caller that
// reads slowly holds the answer, which counts among the bytes in flight, and one message more.
// `environment`, `rpc` and `method` outlive the call.
grpc::ServerWriteReactor<grpc::ByteBuffer>* StartStreamCall(CallEnvironment& environment,
                                                            const StreamRpc& rpc,
                                                            const AnswerMethod& method,
                                                            grpc::CallbackServerContext* context,
                                                            const grpc::ByteBuffer* request);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALL_STREAM_CALL_H_
