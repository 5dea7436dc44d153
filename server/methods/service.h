#ifndef SHAPEWRIGHT_SERVER_METHODS_SERVICE_H_
#define SHAPEWRIGHT_SERVER_METHODS_SERVICE_H_

#include "server/call/call_environment.h"
#include "server/methods/raw_service.h"
#include "shapewright/v1/service.grpc.pb.h"

namespace shapewright::server {

// Each call is handed to the method of its RPC; these are thread-safe.
class ShapeService final : public RawService<v1::ShapeService> {
 public:
  explicit ShapeService(CallEnvironment& environment);
};

class PlanService final : public RawService<v1::PlanService> {
 public:
  explicit PlanService(CallEnvironment& environment);
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_SERVICE_H_
