#include "client/cpp/error_text.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/cord.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "core/wire/printable.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace shapewright {
namespace {

constexpr char kRetryPayload[] = "shapewright/retry-ms";

// Longer waits than a day are one.
int64_t Milliseconds(const google::rpc::RetryInfo& retry) {
  constexpr int64_t kLongest = int64_t{24} * 60 * 60;
  const int64_t seconds = std::clamp<int64_t>(retry.retry_delay().seconds(), 0, kLongest);
  return seconds * 1000 + std::clamp(retry.retry_delay().nanos(), 0, 999'999'999) / 1'000'000;
}

void AppendErrorInfo(const google::rpc::ErrorInfo& info, std::string& text) {
  absl::StrAppend(&text, "\n  reason: ", Printable(info.reason()));
  for (const auto& entry : info.metadata()) {
    absl::StrAppend(&text, "\n  ", Printable(entry.key()), ": ", Printable(entry.value()));
  }
}

void AppendBadRequest(const google::rpc::BadRequest& request, const std::string& message,
                      std::string& text) {
  for (const auto& violation : request.field_violations()) {
    absl::StrAppend(&text, "\n  field: ", Printable(violation.field()));
    if (violation.description() != message) {
      absl::StrAppend(&text, ": ", Printable(violation.description()));
    }
  }
}

// Details of other types are passed over.
void AppendDetail(const google::protobuf::Any& detail, absl::Status& status,
                  const std::string& message, std::string& text) {
  google::rpc::ErrorInfo info;
  google::rpc::BadRequest request;
  google::rpc::RetryInfo retry;
  if (detail.UnpackTo(&info)) {
    AppendErrorInfo(info, text);
    status.SetPayload(kReasonPayload, absl::Cord(info.reason()));
  } else if (detail.UnpackTo(&request)) {
    AppendBadRequest(request, message, text);
    if (!request.field_violations().empty()) {
      status.SetPayload(kFieldPayload, absl::Cord(request.field_violations(0).field()));
    }
  } else if (detail.UnpackTo(&retry)) {
    const int64_t delay = Milliseconds(retry);
    absl::StrAppend(&text, "\n  try again after: ", delay, " ms");
    status.SetPayload(kRetryPayload, absl::Cord(absl::StrCat(delay)));
  }
}

constexpr char kDeadlinePassed[] = "the deadline passed before the answer came; allow more time";
constexpr absl::string_view kDeadlineExceeded = "DEADLINE_EXCEEDED";
constexpr absl::string_view kReasonLine = "\n  reason: ";

// What gRPC itself says, with a reason and what to do.
std::string ExplainWithoutServer(absl::string_view text, absl::string_view target,
                                 absl::Status& status) {
  absl::string_view reason;
  std::string explained(text);
  if (absl::IsUnavailable(status)) {
    reason = "SERVER_UNREACHABLE";
    const std::string where = target.empty() ? "" : absl::StrCat(" at ", Printable(target));
    explained = absl::StrCat("no server answers", where, ": ", text,
                             "; start one there, or correct the address");
  } else if (absl::IsDeadlineExceeded(status)) {
    reason = kDeadlineExceeded;
    explained = kDeadlinePassed;
  } else {
    return explained;
  }
  status.SetPayload(kReasonPayload, absl::Cord(reason));
  return absl::StrCat(explained, kReasonLine, reason);
}

}  // namespace

absl::Status ToAbslStatus(const grpc::Status& status, absl::string_view target) {
  if (status.ok()) return absl::OkStatus();
  const auto code = static_cast<absl::StatusCode>(status.error_code());
  // A status cannot change its message, so the payloads wait here.
  absl::Status payloads(code, "");
  std::string text = Printable(status.error_message());
  if (text.empty()) text = absl::StatusCodeToString(code);
  google::rpc::Status details;
  std::string lines;
  if (details.ParseFromString(status.error_details())) {
    for (const google::protobuf::Any& detail : details.details()) {
      AppendDetail(detail, payloads, status.error_message(), lines);
    }
  }
  const std::string reason = ErrorReason(payloads);
  if (reason.empty()) text = ExplainWithoutServer(text, target, payloads);
  if (reason == kDeadlineExceeded) text = kDeadlinePassed;
  return WithMessage(payloads, absl::StrCat(text, lines));
}

absl::Status DeadlinePassed() {
  return ToAbslStatus(grpc::Status(grpc::StatusCode::DEADLINE_EXCEEDED, ""));
}

std::optional<absl::Duration> ServerRetryDelay(const absl::Status& status) {
  const absl::optional<absl::Cord> payload = status.GetPayload(kRetryPayload);
  int64_t milliseconds = 0;
  if (!payload.has_value() || !absl::SimpleAtoi(std::string(*payload), &milliseconds)) {
    return std::nullopt;
  }
  return absl::Milliseconds(milliseconds);
}

}  // namespace shapewright
