#include "server/methods/service.h"

#include "server/call/unary_call.h"
#include "server/methods/compute_layout.h"
#include "server/methods/merge_shapes.h"

namespace shapewright::server {

ShapeService::ShapeService(const CallEnvironment& environment)
    : environment_(environment),
      infer_shapes_(Method::kInferShapes, environment_),
      evaluate_shapes_(environment_),
      explain_shapes_(Method::kExplainShapes, environment_),
      merge_shapes_(MergeShapesRpc(), *environment.options),
      compute_layout_(ComputeLayoutRpc(), *environment.options) {}

grpc::ServerUnaryReactor* ShapeService::InferShapes(grpc::CallbackServerContext* context,
                                                    const grpc::ByteBuffer* request,
                                                    grpc::ByteBuffer* response) {
  return StartUnaryCall(environment_, infer_shapes_, context, request, response);
}

grpc::ServerUnaryReactor* ShapeService::EvaluateShapes(grpc::CallbackServerContext* context,
                                                       const grpc::ByteBuffer* request,
                                                       grpc::ByteBuffer* response) {
  return StartUnaryCall(environment_, evaluate_shapes_, context, request, response);
}

grpc::ServerUnaryReactor* ShapeService::ExplainShapes(grpc::CallbackServerContext* context,
                                                      const grpc::ByteBuffer* request,
                                                      grpc::ByteBuffer* response) {
  return StartUnaryCall(environment_, explain_shapes_, context, request, response);
}

grpc::ServerUnaryReactor* ShapeService::MergeShapes(grpc::CallbackServerContext* context,
                                                    const grpc::ByteBuffer* request,
                                                    grpc::ByteBuffer* response) {
  return StartUnaryCall(environment_, merge_shapes_, context, request, response);
}

grpc::ServerUnaryReactor* ShapeService::ComputeLayout(grpc::CallbackServerContext* context,
                                                      const grpc::ByteBuffer* request,
                                                      grpc::ByteBuffer* response) {
  return StartUnaryCall(environment_, compute_layout_, context, request, response);
}

}  // namespace shapewright::server
