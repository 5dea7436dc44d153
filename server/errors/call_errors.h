#ifndef SHAPEWRIGHT_SERVER_ERRORS_CALL_ERRORS_H_
#define SHAPEWRIGHT_SERVER_ERRORS_CALL_ERRORS_H_

#include <grpcpp/server_context.h>

#include <cstddef>

#include "absl/status/status.h"
#include "server/config/options.h"
#include "server/errors/interrupt.h"
#include "server/errors/status.h"

// What every RPC answers to calls that it does not take on.
namespace shapewright::server {

// The caller is on no list of those who may call.
absl::Status CallerNotAllowedError();

// Both come with a delay after which trying again makes sense.
absl::Status DrainingError();
absl::Status OverloadedError();

// The wire form of these two, made once, as a server under load sends them very often. Null for all
// other errors.
const WireError* PreparedError(const absl::Status& error);

// `what` is what there is no memory for.
absl::Status OutOfMemoryError(absl::string_view what = "model");
// The same, or OVERLOADED where the guard of this thread has no more to give since others work too.
absl::Status MemoryError(absl::string_view what = "model");
// `advice` ends the message.
absl::Status TooLargeError(size_t bytes, size_t limit,
                           absl::string_view advice = ": strip the weights from the model");
absl::Status UploadTooLargeError(size_t limit);
// Both come with a delay too.
absl::Status UploadStalledError();
absl::Status FileChangedError();

// A count of something beyond its limit: INVALID_ARGUMENT with the field, `limit` and `actual`.
absl::Status LimitError(absl::string_view reason, absl::string_view field, size_t count,
                        size_t limit);

// The deadline of a call, or the server's own for one that has none; never farther away than
// --max-deadline-seconds.
Interrupt::Clock::time_point DeadlineOf(const grpc::CallbackServerContext& context,
                                        const Options& options);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_ERRORS_CALL_ERRORS_H_
