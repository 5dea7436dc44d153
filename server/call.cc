#include "server/call.h"

#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "server/status.h"

namespace shapewright::server {
namespace {

LogLevel LevelOf(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kInternal:
    case absl::StatusCode::kUnknown:
    case absl::StatusCode::kDataLoss:
      return LogLevel::kError;
    case absl::StatusCode::kResourceExhausted:
    case absl::StatusCode::kDeadlineExceeded:
    case absl::StatusCode::kUnavailable:
      return LogLevel::kWarning;
    default:
      return LogLevel::kInfo;  // the caller's business
  }
}

}  // namespace

grpc::Status FailCall(const CallEnvironment& environment, grpc::CallbackServerContext* context,
                      absl::string_view method, absl::Status error) {
  const std::optional<std::chrono::milliseconds> delay = RetryDelay(error);
  if (delay.has_value()) {
    context->AddTrailingMetadata("grpc-retry-pushback-ms", absl::StrCat(delay->count()));
  }
  const grpc::Status status = ToGrpcStatus(error);
  const std::string peer = context->peer();
  environment.log->Write(LevelOf(error.code()), "call_failed",
                         {{"method", method},
                          {"code", absl::StatusCodeToString(error.code())},
                          {"reason", ReasonOf(error)},
                          {"message", status.error_message()},
                          {"peer", peer}});
  return status;
}

absl::Status NotImplemented(absl::string_view what) {
  return CallError(absl::StatusCode::kUnimplemented, reason::kNotImplemented,
                   absl::StrCat("this server does not have ", what, " yet"));
}

}  // namespace shapewright::server
