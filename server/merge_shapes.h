#ifndef SHAPEWRIGHT_SERVER_MERGE_SHAPES_H_
#define SHAPEWRIGHT_SERVER_MERGE_SHAPES_H_

#include "server/unary_call.h"

namespace shapewright::server {

// For StartUnaryCall(): the answers of core/query within the limits of the server.
UnaryMethod MergeShapesMethod();

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_MERGE_SHAPES_H_
