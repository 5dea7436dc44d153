#ifndef SHAPEWRIGHT_SERVER_GUARD_MODEL_INFER_REQUEST_H_
#define SHAPEWRIGHT_SERVER_GUARD_MODEL_INFER_REQUEST_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/guard/guard_request.h"

namespace shapewright::server {

// An inference request of a model server in gRPC, inference.ModelInferRequest of the Open Inference
// Protocol (KServe v2), as it is on the wire: five bytes before the message. Fields that a guard
// does not need are stepped over, the contents of tensors among them. With `is_partial` the body
// may end anywhere. INVALID_ARGUMENT: the bytes are no such message, or are compressed.
absl::StatusOr<GuardRequest> ReadModelInferRequest(absl::string_view body, bool is_partial);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_GUARD_MODEL_INFER_REQUEST_H_
