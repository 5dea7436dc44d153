#ifndef SHAPEWRIGHT_SERVER_METHODS_SERVICE_H_
#define SHAPEWRIGHT_SERVER_METHODS_SERVICE_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include "server/call/call.h"
#include "server/methods/evaluate_shapes.h"
#include "server/methods/message_method.h"
#include "server/methods/model_method.h"
#include "shapewright/v1/service.grpc.pb.h"

namespace shapewright::server {

// The methods take raw bytes: a request that gRPC itself cannot parse
// (malformed, or deeper than 100 messages) would be answered UNIMPLEMENTED
// without a message.
using RawShapeService = v1::ShapeService::WithRawCallbackMethod_InferShapes<
    v1::ShapeService::WithRawCallbackMethod_EvaluateShapes<
        v1::ShapeService::WithRawCallbackMethod_ExplainShapes<
            v1::ShapeService::WithRawCallbackMethod_MergeShapes<
                v1::ShapeService::WithRawCallbackMethod_ComputeLayout<
                    v1::ShapeService::Service>>>>>;

// Hands each call to the file of its RPC.
class ShapeService final : public RawShapeService {
 public:
  explicit ShapeService(const CallEnvironment& environment);

  grpc::ServerUnaryReactor* InferShapes(grpc::CallbackServerContext* context,
                                        const grpc::ByteBuffer* request,
                                        grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* EvaluateShapes(grpc::CallbackServerContext* context,
                                           const grpc::ByteBuffer* request,
                                           grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* ExplainShapes(grpc::CallbackServerContext* context,
                                          const grpc::ByteBuffer* request,
                                          grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* MergeShapes(grpc::CallbackServerContext* context,
                                        const grpc::ByteBuffer* request,
                                        grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* ComputeLayout(grpc::CallbackServerContext* context,
                                          const grpc::ByteBuffer* request,
                                          grpc::ByteBuffer* response) override;

 private:
  const CallEnvironment environment_;
  const ModelMethod infer_shapes_;
  const EvaluateShapesMethod evaluate_shapes_;
  const ModelMethod explain_shapes_;
  const MessageMethod merge_shapes_;
  const MessageMethod compute_layout_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_SERVICE_H_
