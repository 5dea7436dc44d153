#include "client/cpp/error_text.h"

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace shapewright {
namespace {

void AppendErrorInfo(const google::rpc::ErrorInfo& info, std::string& text) {
  absl::StrAppend(&text, "\n  reason: ", info.reason());
  for (const auto& entry : info.metadata()) {
    absl::StrAppend(&text, "\n  ", entry.key(), ": ", entry.value());
  }
}

void AppendBadRequest(const google::rpc::BadRequest& request, const std::string& message,
                      std::string& text) {
  for (const auto& violation : request.field_violations()) {
    absl::StrAppend(&text, "\n  field: ", violation.field());
    if (violation.description() != message) {
      absl::StrAppend(&text, ": ", violation.description());
    }
  }
}

void AppendRetryInfo(const google::rpc::RetryInfo& retry, std::string& text) {
  absl::StrAppend(&text, "\n  try again after: ",
                  retry.retry_delay().seconds() * 1000 + retry.retry_delay().nanos() / 1'000'000,
                  " ms");
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
    AppendRetryInfo(retry, text);
  }
}

}  // namespace

absl::Status ToAbslStatus(const grpc::Status& status) {
  if (status.ok()) return absl::OkStatus();
  const auto code = static_cast<absl::StatusCode>(status.error_code());
  // A status cannot change its message, so the payloads wait here.
  absl::Status payloads(code, "");
  std::string text = status.error_message();
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

std::string ErrorReason(const absl::Status& status) {
  const absl::optional<absl::Cord> payload = status.GetPayload(kReasonPayload);
  return payload.has_value() ? std::string(*payload) : "";
}

}  // namespace shapewright
