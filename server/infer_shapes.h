#ifndef SHAPEWRIGHT_SERVER_INFER_SHAPES_H_
#define SHAPEWRIGHT_SERVER_INFER_SHAPES_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <string>

#include "absl/status/statusor.h"
#include "server/call.h"
#include "server/interrupt.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::server {

// A serialized InferShapesResponse, in two pieces.
struct InferShapesAnswer {
  std::string model_id;  // empty: the model has none
  std::string rest;      // all other fields
};

// What the RPC does, without gRPC.
absl::StatusOr<InferShapesAnswer> AnswerInferShapes(const v1::InferShapesRequest& request,
                                                    const Options& options,
                                                    const Interrupt& interrupt);

// Takes a call on: its work goes to the pool. `request` and `response` live
// until the call is done.
grpc::ServerUnaryReactor* StartInferShapes(const CallEnvironment& environment,
                                           grpc::CallbackServerContext* context,
                                           const grpc::ByteBuffer* request,
                                           grpc::ByteBuffer* response);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_INFER_SHAPES_H_
