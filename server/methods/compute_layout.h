#ifndef SHAPEWRIGHT_SERVER_METHODS_COMPUTE_LAYOUT_H_
#define SHAPEWRIGHT_SERVER_METHODS_COMPUTE_LAYOUT_H_

#include "server/methods/message_method.h"

namespace shapewright::server {

// The answers of core/query within the limits of the server.
MessageRpc ComputeLayoutRpc();

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_COMPUTE_LAYOUT_H_
