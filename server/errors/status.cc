#include "server/errors/status.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "absl/strings/cord.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/base/error_payload.h"
#include "core/graph/read_error.h"
#include "core/wire/printable.h"
#include "core/wire/utf8.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace shapewright::server {
namespace {

constexpr char kDomain[] = "shapewright";
constexpr char kRetryPayload[] = "shapewright/retry-ms";
// A message is sent three times: as such, in the details, and as the description of the field in
// them.
constexpr size_t kMaxErrorMessageBytes = 1024;
// As such it is percent-encoded: a byte that is not printable ASCII takes three. Together with the
// details, which are base64, it stays below the 8 kB that clients accept.
constexpr size_t kMaxEncodedMessageBytes = 1536;
constexpr size_t kMaxFactBytes = 256;

std::optional<std::string> Payload(const absl::Status& error, absl::string_view key) {
  const absl::optional<absl::Cord> payload = error.GetPayload(key);
  if (!payload.has_value()) return std::nullopt;
  return std::string(*payload);
}

size_t EncodedSize(absl::string_view text) {
  size_t size = 0;
  for (const char c : text) size += c >= ' ' && c < 0x7f && c != '%' ? 1 : 3;
  return size;
}

// At most `max_bytes` of Printable(text), and at most `max_encoded` bytes when
// percent-encoded.
std::string Shortened(absl::string_view text, size_t max_bytes,
                      size_t max_encoded = kMaxEncodedMessageBytes) {
  constexpr absl::string_view kMore = "...";
  std::string result;
  size_t encoded = kMore.size();
  while (!text.empty()) {
    const size_t size = std::max<size_t>(Utf8CharacterSize(text), 1);
    const std::string character = Printable(text.substr(0, size));
    encoded += EncodedSize(character);
    if (result.size() + character.size() + kMore.size() > max_bytes || encoded > max_encoded) {
      absl::StrAppend(&result, kMore);
      break;
    }
    result += character;
    text.remove_prefix(size);
  }
  return result;
}

google::rpc::ErrorInfo MakeErrorInfo(const absl::Status& error) {
  google::rpc::ErrorInfo info;
  info.set_reason(ReasonOf(error));
  info.set_domain(kDomain);
  std::map<std::string, std::string> facts;
  error.ForEachPayload([&](absl::string_view key, const absl::Cord& value) {
    if (absl::ConsumePrefix(&key, kFactPayloads)) {
      facts[std::string(key)] = std::string(value);
    }
  });
  for (const auto& [key, value] : facts) {
    google::rpc::ErrorInfo::MetadataEntry* entry = info.add_metadata();
    entry->set_key(key);
    entry->set_value(Shortened(value, kMaxFactBytes));
  }
  return info;
}

void AddRetryInfo(const absl::Status& error, google::rpc::Status& details) {
  const std::optional<std::chrono::milliseconds> delay = RetryDelay(error);
  if (!delay.has_value()) return;
  google::rpc::RetryInfo retry;
  retry.mutable_retry_delay()->set_seconds(delay->count() / 1000);
  retry.mutable_retry_delay()->set_nanos(static_cast<int32_t>(delay->count() % 1000 * 1'000'000));
  details.add_details()->PackFrom(retry);
}

void AddBadRequest(const absl::Status& error, const std::string& message,
                   google::rpc::Status& details) {
  const std::optional<std::string> path = Payload(error, graph::kFieldPayload);
  if (!path.has_value()) return;
  google::rpc::BadRequest request;
  google::rpc::BadRequest::FieldViolation* violation = request.add_field_violations();
  violation->set_field(Shortened(*path, kMaxFactBytes));
  violation->set_description(message);
  violation->set_reason(ReasonOf(error));
  details.add_details()->PackFrom(request);
}

}  // namespace

absl::Status CallError(absl::StatusCode code, absl::string_view reason, absl::string_view message) {
  absl::Status error(code, message);
  error.SetPayload(graph::kReasonPayload, absl::Cord(reason));
  return error;
}

void SetField(absl::Status& error, absl::string_view path) {
  if (error.GetPayload(graph::kFieldPayload).has_value()) return;
  error.SetPayload(graph::kFieldPayload, absl::Cord(path));
}

void SetParentField(absl::Status& error, absl::string_view parent) {
  const std::optional<std::string> field = Payload(error, graph::kFieldPayload);
  if (!field.has_value()) return;
  error.SetPayload(graph::kFieldPayload, absl::Cord(absl::StrCat(parent, ".", *field)));
}

void SetFact(absl::Status& error, absl::string_view key, absl::string_view value) {
  error.SetPayload(absl::StrCat(kFactPayloads, key), absl::Cord(value));
}

void SetRetryDelay(absl::Status& error, std::chrono::milliseconds delay) {
  error.SetPayload(kRetryPayload, absl::Cord(absl::StrCat(delay.count())));
}

std::optional<std::chrono::milliseconds> RetryDelay(const absl::Status& error) {
  const std::optional<std::string> text = Payload(error, kRetryPayload);
  int64_t milliseconds = 0;
  if (!text.has_value() || !absl::SimpleAtoi(*text, &milliseconds)) {
    return std::nullopt;
  }
  return std::chrono::milliseconds(milliseconds);
}

std::string ReasonOf(const absl::Status& error) {
  return Payload(error, graph::kReasonPayload).value_or(absl::StatusCodeToString(error.code()));
}

bool DependsOnRequestOnly(const absl::Status& error) {
  if (absl::IsInvalidArgument(error)) return true;
  const std::string reason = ReasonOf(error);
  return reason == reason::kWorkLimit || reason == reason::kAnswerTooLarge;
}

grpc::Status ToGrpcStatus(const absl::Status& error) {
  if (error.ok()) return grpc::Status::OK;
  const std::string message = Shortened(error.message(), kMaxErrorMessageBytes);
  google::rpc::Status details;
  details.set_code(static_cast<int>(error.code()));
  details.set_message(message);
  details.add_details()->PackFrom(MakeErrorInfo(error));
  AddRetryInfo(error, details);
  AddBadRequest(error, message, details);
  // Drops details from the end until the rest fits: the most important ones come first.
  while (details.ByteSizeLong() > kMaxDetailsBytes) {
    details.mutable_details()->RemoveLast();
  }
  // The numbers of both enums are those of google.rpc.Code.
  return {static_cast<grpc::StatusCode>(error.code()), message, details.SerializeAsString()};
}

WireError::WireError(const absl::Status& error)
    : status(ToGrpcStatus(error)), reason(ReasonOf(error)) {
  const std::optional<std::chrono::milliseconds> delay = RetryDelay(error);
  if (delay.has_value()) retry_pushback = absl::StrCat(delay->count());
}

}  // namespace shapewright::server
