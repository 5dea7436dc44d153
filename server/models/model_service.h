#ifndef SHAPEWRIGHT_SERVER_MODELS_MODEL_SERVICE_H_
#define SHAPEWRIGHT_SERVER_MODELS_MODEL_SERVICE_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include "server/call/call_environment.h"
#include "server/methods/model_method.h"
#include "server/methods/raw_service.h"
#include "shapewright/v1/service.grpc.pb.h"

namespace shapewright::server {

// The methods that StartUnaryCall() does not answer.
using RawModelMethods = v1::ModelService::WithRawCallbackMethod_GetCapabilities<
    v1::ModelService::WithRawCallbackMethod_ListModels<
        v1::ModelService::WithRawCallbackMethod_EvictModel<
            v1::ModelService::WithRawCallbackMethod_UploadModel<v1::ModelService::Service>>>>;

class ModelService final : public RawService<v1::ModelService, RawModelMethods> {
 public:
  explicit ModelService(CallEnvironment& environment) : RawService(environment) {
    Serve<ModelMethod>(Method::kDescribeModel);
  }

  grpc::ServerUnaryReactor* GetCapabilities(grpc::CallbackServerContext* context,
                                            const grpc::ByteBuffer* request,
                                            grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* ListModels(grpc::CallbackServerContext* context,
                                       const grpc::ByteBuffer* request,
                                       grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* EvictModel(grpc::CallbackServerContext* context,
                                       const grpc::ByteBuffer* request,
                                       grpc::ByteBuffer* response) override;
  grpc::ServerReadReactor<grpc::ByteBuffer>* UploadModel(grpc::CallbackServerContext* context,
                                                         grpc::ByteBuffer* response) override;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_MODELS_MODEL_SERVICE_H_
