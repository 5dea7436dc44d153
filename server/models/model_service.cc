#include "server/models/model_service.h"

#include <grpcpp/impl/codegen/proto_utils.h>

#include <functional>

#include "absl/status/statusor.h"
#include "server/call/call_record.h"
#include "server/call/incoming_call.h"
#include "server/methods/parse_request.h"
#include "server/models/get_capabilities.h"
#include "server/models/kept_models.h"
#include "server/models/upload_model.h"

namespace shapewright::server {
namespace {

// Answers a call at once, on gRPC's thread. `check` says who may call.
template <typename Request, typename Response>
grpc::ServerUnaryReactor* AnswerAtOnce(
    IncomingCall call, grpc::CallbackServerContext* context, const grpc::ByteBuffer& request,
    grpc::ByteBuffer* response, absl::Status (IncomingCall::*check)(),
    const std::function<absl::StatusOr<Response>(const Request&)>& answer) {
  call.record().Received(request.Length());
  grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
  Request known;
  absl::Status good = (call.*check)();
  if (good.ok()) good = ParseBuffer(request, &known);
  absl::StatusOr<Response> message = good.ok() ? answer(known) : good;
  if (!message.ok()) {
    reactor->Finish(call.Fail(message.status()));
    return reactor;
  }
  bool own_buffer = false;
  const grpc::Status status =
      grpc::SerializationTraits<Response>::Serialize(*message, response, &own_buffer);
  reactor->Finish(status.ok() ? call.record().Succeed(response->Length())
                              : call.record().Fail(absl::InternalError(status.error_message())));
  return reactor;
}

}  // namespace

// None of them is turned away while the server drains: Enter() is not called.

grpc::ServerUnaryReactor* ModelService::GetCapabilities(grpc::CallbackServerContext* context,
                                                        const grpc::ByteBuffer* request,
                                                        grpc::ByteBuffer* response) {
  return AnswerAtOnce<v1::GetCapabilitiesRequest, v1::GetCapabilitiesResponse>(
      IncomingCall(environment(), Method::kGetCapabilities, context), context, *request, response,
      &IncomingCall::CheckCaller, [this](const v1::GetCapabilitiesRequest& /*request*/) {
        return Capabilities(environment().options);
      });
}

grpc::ServerUnaryReactor* ModelService::ListModels(grpc::CallbackServerContext* context,
                                                   const grpc::ByteBuffer* request,
                                                   grpc::ByteBuffer* response) {
  return AnswerAtOnce<v1::ListModelsRequest, v1::ListModelsResponse>(
      IncomingCall(environment(), Method::kListModels, context), context, *request, response,
      &IncomingCall::CheckAdmin,
      [this](const v1::ListModelsRequest& known) { return ListKeptModels(known, environment()); });
}

grpc::ServerUnaryReactor* ModelService::EvictModel(grpc::CallbackServerContext* context,
                                                   const grpc::ByteBuffer* request,
                                                   grpc::ByteBuffer* response) {
  return AnswerAtOnce<v1::EvictModelRequest, v1::EvictModelResponse>(
      IncomingCall(environment(), Method::kEvictModel, context), context, *request, response,
      &IncomingCall::CheckAdmin,
      [this](const v1::EvictModelRequest& known) { return EvictKeptModel(known, environment()); });
}

grpc::ServerReadReactor<grpc::ByteBuffer>* ModelService::UploadModel(
    grpc::CallbackServerContext* context, grpc::ByteBuffer* response) {
  return StartUploadModel(environment(), context, response);
}

}  // namespace shapewright::server
