#include "server/errors/call_errors.h"

#include <grpc/support/time.h>

#include <algorithm>
#include <chrono>

#include "absl/strings/str_cat.h"
#include "core/base/heap.h"

namespace shapewright::server {
namespace {

constexpr std::chrono::milliseconds kRetryDelay{100};

void SetLimit(absl::Status& error, size_t actual, size_t limit) {
  SetFact(error, "limit", absl::StrCat(limit));
  SetFact(error, "actual", absl::StrCat(actual));
}

// An error that is always the same.
struct FixedError {
  absl::Status error;
  WireError wire;
};

const FixedError* MakeFixed(absl::StatusCode code, absl::string_view reason,
                            absl::string_view message) {
  absl::Status error = CallError(code, reason, message);
  SetRetryDelay(error, kRetryDelay);
  return new FixedError{error, WireError(error)};
}

const FixedError& Draining() {
  static const FixedError* const kError = MakeFixed(
      absl::StatusCode::kUnavailable, reason::kDraining, "the server is stopping; ask another one");
  return *kError;
}

const FixedError& Overloaded() {
  static const FixedError* const kError =
      MakeFixed(absl::StatusCode::kResourceExhausted, reason::kOverloaded,
                "the server is overloaded; try again later");
  return *kError;
}

}  // namespace

absl::Status CallerNotAllowedError() {
  return CallError(absl::StatusCode::kPermissionDenied, reason::kCallerNotAllowed,
                   "the server does not allow this caller");
}

absl::Status NoAdminError() {
  return CallError(
      absl::StatusCode::kPermissionDenied, reason::kCallerNotAllowed,
      "only callers in the server's --admin-san or --admin-uid may list and evict models");
}

absl::Status DrainingError() { return Draining().error; }

absl::Status OverloadedError() { return Overloaded().error; }

const WireError* PreparedError(const absl::Status& error) {
  // Copies of a status share their content, so this compares pointers.
  if (error == Overloaded().error) return &Overloaded().wire;
  return error == Draining().error ? &Draining().wire : nullptr;
}

absl::Status OutOfMemoryError(absl::string_view what) {
  return CallError(absl::StatusCode::kResourceExhausted, reason::kOutOfMemory,
                   absl::StrCat("the server has too little memory for this ", what));
}

absl::Status MemoryError(absl::string_view what) {
  const HeapGuard::Pause pause;
  // Other work holds the memory and will free it.
  if (HeapGuard::is_exceeded() && !HeapGuard::is_too_large()) return OverloadedError();
  return OutOfMemoryError(what);
}

absl::Status ModelNotCachedError() {
  absl::Status error = CallError(absl::StatusCode::kNotFound, reason::kModelNotCached,
                                 "the server does not keep this model; send it");
  SetField(error, "model.model_id");
  return error;
}

absl::Status TooLargeError(size_t bytes, size_t limit, absl::string_view advice) {
  absl::Status error =
      CallError(absl::StatusCode::kInvalidArgument, reason::kMessageTooLarge,
                absl::StrCat("the request has ", bytes, " bytes; the limit is ", limit, advice));
  SetLimit(error, bytes, limit);
  return error;
}

absl::Status UploadTooLargeError(size_t limit) {
  absl::Status error = CallError(
      absl::StatusCode::kInvalidArgument, reason::kUploadTooLarge,
      absl::StrCat("the model has more bytes than the limit of ", limit, ": strip its weights"));
  SetFact(error, "limit", absl::StrCat(limit));
  return error;
}

absl::Status UploadStalledError() {
  absl::Status error = CallError(absl::StatusCode::kDeadlineExceeded, reason::kUploadStalled,
                                 "the next piece of the upload did not come in time");
  SetRetryDelay(error, kRetryDelay);
  return error;
}

absl::Status FileChangedError() {
  absl::Status error = CallError(absl::StatusCode::kAborted, reason::kModelFileChanged,
                                 "the file changed while it was read");
  SetRetryDelay(error, kRetryDelay);
  return error;
}

absl::Status LimitError(absl::string_view reason, absl::string_view field, size_t count,
                        size_t limit, absl::string_view what) {
  absl::Status error =
      CallError(absl::StatusCode::kInvalidArgument, reason,
                absl::StrCat("the request has ", count, " ", what.empty() ? field : what,
                             "; the limit is ", limit));
  SetField(error, field);
  SetLimit(error, count, limit);
  return error;
}

Interrupt::Clock::time_point DeadlineOf(const grpc::CallbackServerContext& context,
                                        const Options& options) {
  // A far deadline may not fit into a time_point: Go's longest is 292 years away.
  const int64_t left = gpr_convert_clock_type(context.raw_deadline(), GPR_TIMESPAN).tv_sec;
  const int64_t most = options.max_deadline_seconds;
  if (left < most) return context.deadline();
  // A call without a deadline has an infinite one.
  const bool has_none = left == gpr_inf_future(GPR_TIMESPAN).tv_sec;
  return Interrupt::Clock::now() +
         std::chrono::seconds(has_none ? std::min(most, options.default_deadline_seconds) : most);
}

}  // namespace shapewright::server
