#ifndef SHAPEWRIGHT_SERVER_TRANSPORT_H_
#define SHAPEWRIGHT_SERVER_TRANSPORT_H_

#include <grpcpp/server_builder.h>

#include <memory>

#include "server/config/options.h"

namespace shapewright::server {

// A builder with the options for messages, memory and connections, and
// with gRPC's own services: health, reflection and, if wanted,
// channelz.
std::unique_ptr<grpc::ServerBuilder> MakeServerBuilder(const Options& options);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_TRANSPORT_H_
