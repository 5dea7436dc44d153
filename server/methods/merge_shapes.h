#ifndef SHAPEWRIGHT_SERVER_METHODS_MERGE_SHAPES_H_
#define SHAPEWRIGHT_SERVER_METHODS_MERGE_SHAPES_H_

#include "server/methods/message_method.h"

namespace shapewright::server {

// MergeShapes: core/query's answers within the server's limits.
MessageRpc MergeShapesRpc();

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_MERGE_SHAPES_H_
