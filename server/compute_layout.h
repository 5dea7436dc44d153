#ifndef SHAPEWRIGHT_SERVER_COMPUTE_LAYOUT_H_
#define SHAPEWRIGHT_SERVER_COMPUTE_LAYOUT_H_

#include <memory>

#include "absl/status/statusor.h"
#include "server/interrupt.h"
#include "server/options.h"
#include "server/unary_call.h"
#include "shapewright/v1/layout.pb.h"

namespace shapewright::server {

// What the RPC does, without gRPC.
absl::StatusOr<v1::ComputeLayoutResponse> AnswerComputeLayout(
    const v1::ComputeLayoutRequest& request, const Options& options, const Interrupt& interrupt);

// The same for StartUnaryCall().
UnaryMethod ComputeLayoutMethod();

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_COMPUTE_LAYOUT_H_
