#include "server/methods/plan_service.h"

#include "server/call/unary_call.h"

namespace shapewright::server {

PlanService::PlanService(const CallEnvironment& environment)
    : environment_(environment),
      plan_buckets_(Method::kPlanBuckets, environment_),
      choose_buckets_(Method::kChooseBuckets, environment_),
      plan_profile_(Method::kPlanProfile, environment_) {}

grpc::ServerUnaryReactor* PlanService::PlanBuckets(grpc::CallbackServerContext* context,
                                                   const grpc::ByteBuffer* request,
                                                   grpc::ByteBuffer* response) {
  return StartUnaryCall(environment_, plan_buckets_, context, request, response);
}

grpc::ServerUnaryReactor* PlanService::ChooseBuckets(grpc::CallbackServerContext* context,
                                                     const grpc::ByteBuffer* request,
                                                     grpc::ByteBuffer* response) {
  return StartUnaryCall(environment_, choose_buckets_, context, request, response);
}

grpc::ServerUnaryReactor* PlanService::PlanProfile(grpc::CallbackServerContext* context,
                                                   const grpc::ByteBuffer* request,
                                                   grpc::ByteBuffer* response) {
  return StartUnaryCall(environment_, plan_profile_, context, request, response);
}

}  // namespace shapewright::server
