#ifndef SHAPEWRIGHT_SERVER_GUARD_ENVOY_AUTHORIZATION_H_
#define SHAPEWRIGHT_SERVER_GUARD_ENVOY_AUTHORIZATION_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>

#include "envoy/service/auth/v3/external_auth.grpc.pb.h"
#include "server/guard/guard_door.h"

namespace shapewright::server {

// What a door says of a request that an Envoy has for a model server (KServe v2): of the JSON of
// POST .../v2/models/NAME[/versions/VERSION]/infer, and of
// inference.GRPCInferenceService/ModelInfer. All other requests go on.
envoy::service::auth::v3::CheckResponse AnswerEnvoy(
    GuardDoor& door, const envoy::service::auth::v3::CheckRequest& request);

// External authorization of Envoy by gRPC. Answers at once, on gRPC's thread.
class EnvoyAuthorization final : public envoy::service::auth::v3::Authorization::CallbackService {
 public:
  // `door` outlives it.
  explicit EnvoyAuthorization(GuardDoor& door) : door_(door) {}

  grpc::ServerUnaryReactor* Check(grpc::CallbackServerContext* context,
                                  const envoy::service::auth::v3::CheckRequest* request,
                                  envoy::service::auth::v3::CheckResponse* response) override;

 private:
  GuardDoor& door_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_GUARD_ENVOY_AUTHORIZATION_H_
