#ifndef SHAPEWRIGHT_CLIENT_CPP_ERROR_TEXT_H_
#define SHAPEWRIGHT_CLIENT_CPP_ERROR_TEXT_H_

#include <grpcpp/support/status.h>

#include <string>

#include "absl/status/status.h"

namespace shapewright {

// The reason that a server gives for an error, such as MODEL_NOT_CACHED, is
// kept in this payload of the status. docs/errors.md lists them.
inline constexpr char kReasonPayload[] = "shapewright/reason";

// What a call answered, as a status whose message also tells the details for
// people:
//   a cycle runs through node "a"
//     reason: CYCLIC_GRAPH
//     field: model.onnx
absl::Status ToAbslStatus(const grpc::Status& status);

// The reason within such a status; empty if it has none.
std::string ErrorReason(const absl::Status& status);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CLIENT_CPP_ERROR_TEXT_H_
