#ifndef SHAPEWRIGHT_CLIENT_CPP_ERROR_TEXT_H_
#define SHAPEWRIGHT_CLIENT_CPP_ERROR_TEXT_H_

#include <grpcpp/support/status.h>

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "core/base/error_payload.h"

namespace shapewright {

// The reason that a server gives for an error, such as MODEL_NOT_CACHED, is
// kept in the payload kReasonPayload of the status, the first field to blame in
// kFieldPayload. docs/errors.md lists the reasons. Of errors that gRPC makes
// the reasons are SERVER_UNREACHABLE (no server has answered) and
// DEADLINE_EXCEEDED.

// The status of a call, with its details appended to the message:
//   a cycle runs through node "a"
//     reason: CYCLIC_GRAPH
//     field: model.onnx
// All of it is printable, whatever the model's names are.
// `target` is who was asked; empty: it is not told.
absl::Status ToAbslStatus(const grpc::Status& status, absl::string_view target = "");

// DEADLINE_EXCEEDED, by code and reason.
absl::Status DeadlinePassed();

// How long the server asks to wait before another try (its RetryInfo); nothing
// where it asks for none.
std::optional<absl::Duration> ServerRetryDelay(const absl::Status& status);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CLIENT_CPP_ERROR_TEXT_H_
