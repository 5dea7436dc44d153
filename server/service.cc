#include "server/service.h"

#include <grpcpp/impl/codegen/proto_utils.h>

#include "server/get_capabilities.h"
#include "server/infer_shapes.h"

namespace shapewright::server {
namespace {

// A stream that ends before anything is read.
class RefusedUpload final : public grpc::ServerReadReactor<v1::UploadModelRequest> {
 public:
  explicit RefusedUpload(const grpc::Status& status) { Finish(status); }
  void OnDone() override { delete this; }
};

}  // namespace

grpc::ServerUnaryReactor* ShapeService::InferShapes(grpc::CallbackServerContext* context,
                                                    const grpc::ByteBuffer* request,
                                                    grpc::ByteBuffer* response) {
  return StartInferShapes(environment_, context, request, response);
}

grpc::ServerUnaryReactor* ShapeService::MergeShapes(grpc::CallbackServerContext* context,
                                                    const grpc::ByteBuffer* /*request*/,
                                                    grpc::ByteBuffer* /*response*/) {
  return Refuse(context, "MergeShapes");
}

grpc::ServerUnaryReactor* ShapeService::ComputeLayout(grpc::CallbackServerContext* context,
                                                      const grpc::ByteBuffer* /*request*/,
                                                      grpc::ByteBuffer* /*response*/) {
  return Refuse(context, "ComputeLayout");
}

grpc::ServerUnaryReactor* ShapeService::GetCapabilities(grpc::CallbackServerContext* context,
                                                        const grpc::ByteBuffer* /*request*/,
                                                        grpc::ByteBuffer* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  bool own_buffer = false;
  reactor->Finish(grpc::SerializationTraits<v1::GetCapabilitiesResponse>::Serialize(
      Capabilities(*environment_.options), response, &own_buffer));
  return reactor;
}

grpc::ServerReadReactor<v1::UploadModelRequest>* ShapeService::UploadModel(
    grpc::CallbackServerContext* context, v1::UploadModelResponse* /*response*/) {
  constexpr char kMethod[] = "UploadModel";
  return new RefusedUpload(FailCall(environment_, context, kMethod, NotImplemented(kMethod)));
}

grpc::ServerUnaryReactor* ShapeService::Refuse(grpc::CallbackServerContext* context,
                                               absl::string_view method) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  reactor->Finish(FailCall(environment_, context, method, NotImplemented(method)));
  return reactor;
}

}  // namespace shapewright::server
