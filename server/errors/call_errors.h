#ifndef SHAPEWRIGHT_SERVER_ERRORS_CALL_ERRORS_H_
#define SHAPEWRIGHT_SERVER_ERRORS_CALL_ERRORS_H_

#include <grpcpp/server_context.h>

#include <cstddef>

#include "absl/status/status.h"
#include "server/config/options.h"
#include "server/errors/interrupt.h"
#include "server/errors/status.h"

// The errors with which every RPC refuses calls.
namespace shapewright::server {

// For a caller that the lists do not allow.
absl::Status CallerNotAllowedError();
// The same of one who may call, but neither list nor evict models.
absl::Status NoAdminError();

// Both have a delay after which the caller may try again.
absl::Status DrainingError();
absl::Status OverloadedError();

// The serialized form of these two, made once, as a server under load sends them very often. Null
// for all other errors.
const WireError* PreparedError(const absl::Status& error);

// `what` is what there is not enough memory for.
absl::Status OutOfMemoryError(absl::string_view what = "model");
// The same, or OVERLOADED if the memory is short only because of other work.
absl::Status MemoryError(absl::string_view what = "model");
// For a model_id that stands for nothing here.
absl::Status ModelNotCachedError();
// `advice` ends the message.
absl::Status TooLargeError(size_t bytes, size_t limit,
                           absl::string_view advice = ": strip the weights from the model");
absl::Status UploadTooLargeError(size_t limit);
// Both have a delay too.
absl::Status UploadStalledError();
absl::Status FileChangedError();

// For a count beyond its limit: INVALID_ARGUMENT with the field, `limit` and `actual`. `what` is
// counted, where that is not the field.
absl::Status LimitError(absl::string_view reason, absl::string_view field, size_t count,
                        size_t limit, absl::string_view what = "");

// The deadline of a call, or the default for a call without one; at most --max-deadline-seconds
// from now.
Interrupt::Clock::time_point DeadlineOf(const grpc::CallbackServerContext& context,
                                        const Options& options);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_ERRORS_CALL_ERRORS_H_
