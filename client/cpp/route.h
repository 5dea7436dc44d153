#ifndef SHAPEWRIGHT_CLIENT_CPP_ROUTE_H_
#define SHAPEWRIGHT_CLIENT_CPP_ROUTE_H_

#include <grpcpp/client_context.h>

#include <string>

#include "shapewright/v1/model.pb.h"

namespace shapewright {

// The id of the model that is sent, or what names it in place of that; nothing for a model in the
// service's own form.
std::string RouteOf(const v1::ModelSpec& spec);

// Tells balancers of a model, so that calls about it reach one server, which has it in its caches.
// What no header may hold is left out.
void AddRoute(const std::string& route, grpc::ClientContext& context);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CLIENT_CPP_ROUTE_H_
