#ifndef SHAPEWRIGHT_SERVER_MERGE_SHAPES_H_
#define SHAPEWRIGHT_SERVER_MERGE_SHAPES_H_

#include <memory>

#include "absl/status/statusor.h"
#include "server/interrupt.h"
#include "server/options.h"
#include "server/unary_call.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright::server {

// What the RPC does, without gRPC.
absl::StatusOr<v1::MergeShapesResponse> AnswerMergeShapes(const v1::MergeShapesRequest& request,
                                                          const Options& options,
                                                          const Interrupt& interrupt);

// The same for StartUnaryCall().
UnaryMethod MergeShapesMethod();

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_MERGE_SHAPES_H_
