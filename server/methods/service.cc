#include "server/methods/service.h"

#include <grpcpp/impl/codegen/proto_utils.h>

#include "server/call/call_record.h"
#include "server/call/incoming_call.h"
#include "server/call/unary_call.h"
#include "server/methods/compute_layout.h"
#include "server/methods/get_capabilities.h"
#include "server/methods/merge_shapes.h"
#include "server/methods/parse_request.h"
#include "server/methods/upload_model.h"

namespace shapewright::server {

ShapeService::ShapeService(const CallEnvironment& environment)
    : environment_(environment),
      infer_shapes_(environment_),
      merge_shapes_(MergeShapesRpc(), *environment.options),
      compute_layout_(ComputeLayoutRpc(), *environment.options) {}

grpc::ServerUnaryReactor* ShapeService::InferShapes(grpc::CallbackServerContext* context,
                                                    const grpc::ByteBuffer* request,
                                                    grpc::ByteBuffer* response) {
  return StartUnaryCall(environment_, infer_shapes_, context, request, response);
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

grpc::ServerUnaryReactor* ShapeService::GetCapabilities(grpc::CallbackServerContext* context,
                                                        const grpc::ByteBuffer* request,
                                                        grpc::ByteBuffer* response) {
  // Also while the server drains.
  IncomingCall call(environment_, Method::kGetCapabilities, context);
  CallRecord& record = call.record();
  record.Received(request->Length());
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  v1::GetCapabilitiesRequest known;
  absl::Status good = call.CheckCaller();
  if (good.ok()) good = ParseBuffer(*request, &known);
  if (!good.ok()) {
    reactor->Finish(call.Fail(good));
    return reactor;
  }
  bool own_buffer = false;
  const grpc::Status status = grpc::SerializationTraits<v1::GetCapabilitiesResponse>::Serialize(
      Capabilities(*environment_.options), response, &own_buffer);
  reactor->Finish(status.ok() ? record.Succeed(response->Length())
                              : record.Fail(absl::InternalError(status.error_message())));
  return reactor;
}

grpc::ServerReadReactor<grpc::ByteBuffer>* ShapeService::UploadModel(
    grpc::CallbackServerContext* context, grpc::ByteBuffer* response) {
  return StartUploadModel(environment_, context, response);
}

}  // namespace shapewright::server
