#ifndef SHAPEWRIGHT_SERVER_METHODS_COMPUTE_LAYOUT_H_
#define SHAPEWRIGHT_SERVER_METHODS_COMPUTE_LAYOUT_H_

#include "server/methods/message_method.h"

namespace shapewright::server {

// ComputeLayout: core/query's answers within the server's limits.
MessageRpc ComputeLayoutRpc();

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_COMPUTE_LAYOUT_H_
