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
  } else if (detail.UnpackTo(&retry)) {
    const int64_t delay = Milliseconds(retry);
    absl::StrAppend(&text, "\n  try again after: ", delay, " ms");
    status.SetPayload(kRetryPayload, absl::Cord(absl::StrCat(delay)));
  }
}

}  // namespace

absl::Status ToAbslStatus(const grpc::Status& status) {
  if (status.ok()) return absl::OkStatus();
  const auto code = static_cast<absl::StatusCode>(status.error_code());
  // A status cannot change its message, so the payloads wait here.
  absl::Status payloads(code, "");
  std::string text = Printable(status.error_message());
  if (text.empty()) text = absl::StatusCodeToString(code);
  google::rpc::Status details;
  if (details.ParseFromString(status.error_details())) {
    for (const google::protobuf::Any& detail : details.details()) {
      AppendDetail(detail, payloads, status.error_message(), text);
    }
  }
  absl::Status result(code, text);
  payloads.ForEachPayload([&result](absl::string_view url, const absl::Cord& payload) {
    result.SetPayload(url, payload);
  });
  return result;
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
