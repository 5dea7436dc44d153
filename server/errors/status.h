#ifndef SHAPEWRIGHT_SERVER_ERRORS_STATUS_H_
#define SHAPEWRIGHT_SERVER_ERRORS_STATUS_H_

#include <grpcpp/support/status.h>

#include <chrono>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/graph/read_error.h"

namespace shapewright::server {

// The largest size of an error's details. They are sent in the trailers: at 10 kB gRPC 1.51
// replaces the whole status by RESOURCE_EXHAUSTED.
inline constexpr size_t kMaxDetailsBytes = 4096;

// The reasons that the server adds to those of the core. They never change; docs/errors.md lists
// all.
namespace reason {
using graph::reason::kMalformedRequest;
inline constexpr char kMessageTooLarge[] = "MESSAGE_TOO_LARGE";
inline constexpr char kModelNotCached[] = "MODEL_NOT_CACHED";
inline constexpr char kInferenceNotCached[] = "INFERENCE_NOT_CACHED";
inline constexpr char kPathNotServed[] = "PATH_NOT_SERVED";
inline constexpr char kPathNotReadable[] = "PATH_NOT_READABLE";
inline constexpr char kTooManyOpenFiles[] = "TOO_MANY_OPEN_FILES";
inline constexpr char kModelRootFailed[] = "MODEL_ROOT_FAILED";
inline constexpr char kModelFileChanged[] = "MODEL_FILE_CHANGED";
inline constexpr char kModelNotKept[] = "MODEL_NOT_KEPT";
inline constexpr char kModelIdMismatch[] = "MODEL_ID_MISMATCH";
inline constexpr char kUploadTooLarge[] = "UPLOAD_TOO_LARGE";
inline constexpr char kUploadStalled[] = "UPLOAD_STALLED";
inline constexpr char kTooManyBindings[] = "TOO_MANY_BINDINGS";
inline constexpr char kTooManyBuckets[] = "TOO_MANY_BUCKETS";
inline constexpr char kTooManyObservations[] = "TOO_MANY_OBSERVATIONS";
inline constexpr char kTooManyCases[] = "TOO_MANY_CASES";
inline constexpr char kCallerNotAllowed[] = "CALLER_NOT_ALLOWED";
inline constexpr char kOverloaded[] = "OVERLOADED";
inline constexpr char kDraining[] = "DRAINING";
inline constexpr char kOutOfMemory[] = "OUT_OF_MEMORY";
inline constexpr char kWorkLimit[] = "WORK_LIMIT";
inline constexpr char kAnswerTooLarge[] = "ANSWER_TOO_LARGE";
inline constexpr char kTooManyQuestions[] = "TOO_MANY_QUESTIONS";
inline constexpr char kTooManyScenarios[] = "TOO_MANY_SCENARIOS";
inline constexpr char kTooManyStages[] = "TOO_MANY_STAGES";
inline constexpr char kTooManyLinks[] = "TOO_MANY_LINKS";
inline constexpr char kTooManyQueries[] = "TOO_MANY_QUERIES";
inline constexpr char kTooManyPlaces[] = "TOO_MANY_PLACES";
}  // namespace reason

// An error of a call. Its details are payloads of the status, as in the
// core.
absl::Status CallError(absl::StatusCode code, absl::string_view reason, absl::string_view message);
// Sets the wrong field, as a path from the request on, unless the error has one
// already.
void SetField(absl::Status& error, absl::string_view path);
// Of an error that blames a field: that is one of the field `parent`.
void SetParentField(absl::Status& error, absl::string_view parent);
// A value for programs, such as `limit`.
void SetFact(absl::Status& error, absl::string_view key, absl::string_view value);
// How long the caller should wait before trying again.
void SetRetryDelay(absl::Status& error, std::chrono::milliseconds delay);
std::optional<std::chrono::milliseconds> RetryDelay(const absl::Status& error);

// Whether the error depends on the request alone, so that it is cached like an answer.
bool DependsOnRequestOnly(const absl::Status& error);

// The reason of an error: its payload, else the name of its code.
std::string ReasonOf(const absl::Status& error);

// The error as sent: code, message, and google.rpc details of at most
// kMaxDetailsBytes.
grpc::Status ToGrpcStatus(const absl::Status& error);

// An error as it is sent.
struct WireError {
  explicit WireError(const absl::Status& error);

  grpc::Status status;
  std::string reason;
  std::string retry_pushback;  // milliseconds; empty: do not try again
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_ERRORS_STATUS_H_
