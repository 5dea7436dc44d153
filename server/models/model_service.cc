#include "server/models/model_service.h"

#include <grpcpp/impl/codegen/proto_utils.h>

#include "server/call/call_record.h"
#include "server/call/incoming_call.h"
#include "server/methods/parse_request.h"
#include "server/models/get_capabilities.h"
#include "server/models/upload_model.h"

namespace shapewright::server {

grpc::ServerUnaryReactor* ModelService::GetCapabilities(grpc::CallbackServerContext* context,
                                                        const grpc::ByteBuffer* request,
                                                        grpc::ByteBuffer* response) {
  // Answered also while the server drains, so Enter() is not called.
  IncomingCall call(environment(), Method::kGetCapabilities, context);
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
      Capabilities(*environment().options), response, &own_buffer);
  reactor->Finish(status.ok() ? record.Succeed(response->Length())
                              : record.Fail(absl::InternalError(status.error_message())));
  return reactor;
}

grpc::ServerReadReactor<grpc::ByteBuffer>* ModelService::UploadModel(
    grpc::CallbackServerContext* context, grpc::ByteBuffer* response) {
  return StartUploadModel(environment(), context, response);
}

}  // namespace shapewright::server
