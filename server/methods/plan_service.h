#ifndef SHAPEWRIGHT_SERVER_METHODS_PLAN_SERVICE_H_
#define SHAPEWRIGHT_SERVER_METHODS_PLAN_SERVICE_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include "server/call/call.h"
#include "server/methods/model_method.h"
#include "shapewright/v1/service.grpc.pb.h"

namespace shapewright::server {

// Raw bytes, as in ShapeService.
using RawPlanService = v1::PlanService::WithRawCallbackMethod_PlanBuckets<
    v1::PlanService::WithRawCallbackMethod_ChooseBuckets<
        v1::PlanService::WithRawCallbackMethod_PlanProfile<v1::PlanService::Service>>>;

// Hands each call to its method.
class PlanService final : public RawPlanService {
 public:
  explicit PlanService(const CallEnvironment& environment);

  grpc::ServerUnaryReactor* PlanBuckets(grpc::CallbackServerContext* context,
                                        const grpc::ByteBuffer* request,
                                        grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* ChooseBuckets(grpc::CallbackServerContext* context,
                                          const grpc::ByteBuffer* request,
                                          grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* PlanProfile(grpc::CallbackServerContext* context,
                                        const grpc::ByteBuffer* request,
                                        grpc::ByteBuffer* response) override;

 private:
  const CallEnvironment environment_;
  const ModelMethod plan_buckets_;
  const ModelMethod choose_buckets_;
  const ModelMethod plan_profile_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_PLAN_SERVICE_H_
