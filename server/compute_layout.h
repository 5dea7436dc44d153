#ifndef SHAPEWRIGHT_SERVER_COMPUTE_LAYOUT_H_
#define SHAPEWRIGHT_SERVER_COMPUTE_LAYOUT_H_

#include "server/unary_call.h"

namespace shapewright::server {

// For StartUnaryCall(): the answers of core/query within the limits of the server.
UnaryMethod ComputeLayoutMethod();

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_COMPUTE_LAYOUT_H_
