#ifndef SHAPEWRIGHT_SERVER_MODELS_GET_CAPABILITIES_H_
#define SHAPEWRIGHT_SERVER_MODELS_GET_CAPABILITIES_H_

#include "server/config/options.h"
#include "shapewright/v1/registry.pb.h"

namespace shapewright::server {

// What the server can do: a function of its build and its options.
v1::GetCapabilitiesResponse Capabilities(const Options& options);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_MODELS_GET_CAPABILITIES_H_
