#ifndef SHAPEWRIGHT_SERVER_MODELS_MODEL_SERVICE_H_
#define SHAPEWRIGHT_SERVER_MODELS_MODEL_SERVICE_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include "server/call/call.h"
#include "server/methods/model_method.h"
#include "shapewright/v1/service.grpc.pb.h"

namespace shapewright::server {

// Raw bytes, as in RawShapeService.
using RawModelService = v1::ModelService::WithRawCallbackMethod_DescribeModel<
    v1::ModelService::WithRawCallbackMethod_GetCapabilities<
        v1::ModelService::WithRawCallbackMethod_UploadModel<v1::ModelService::Service>>>;

// Hands each call to the file of its RPC.
class ModelService final : public RawModelService {
 public:
  explicit ModelService(const CallEnvironment& environment)
      : environment_(environment), describe_model_(Method::kDescribeModel, environment_) {}

  grpc::ServerUnaryReactor* DescribeModel(grpc::CallbackServerContext* context,
                                          const grpc::ByteBuffer* request,
                                          grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* GetCapabilities(grpc::CallbackServerContext* context,
                                            const grpc::ByteBuffer* request,
                                            grpc::ByteBuffer* response) override;
  grpc::ServerReadReactor<grpc::ByteBuffer>* UploadModel(grpc::CallbackServerContext* context,
                                                         grpc::ByteBuffer* response) override;

 private:
  const CallEnvironment environment_;
  const ModelMethod describe_model_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_MODELS_MODEL_SERVICE_H_
