#include "client/cpp/cli/run/embedded.h"

#include <map>
#include <string>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "core/base/error_payload.h"
#include "core/wire/printable.h"
#include "shapewright/call.h"
#include "shapewright/model.h"

namespace shapewright::cli {
namespace {

// An error of the library as ToAbslStatus() would give it after its way through a server.
absl::Status AsServed(const absl::Status& error) {
  std::string reason = ErrorReason(error);
  if (reason.empty()) reason = absl::StatusCodeToString(error.code());
  const std::string field = ErrorField(error);
  std::string text = absl::StrCat(error.message(), "\n  reason: ", reason);
  std::map<std::string, std::string> facts;
  error.ForEachPayload([&facts](absl::string_view key, const absl::Cord& value) {
    if (absl::ConsumePrefix(&key, kFactPayloads))
      facts.emplace(std::string(key), std::string(value));
  });
  for (const auto& [key, value] : facts) {
    absl::StrAppend(&text, "\n  ", Printable(key), ": ", Printable(value));
  }
  if (!field.empty()) absl::StrAppend(&text, "\n  field: ", Printable(field));
  absl::Status served = WithMessage(error, text);
  served.SetPayload(kReasonPayload, absl::Cord(reason));
  return served;
}

}  // namespace

absl::Status AnswerEmbedded(absl::string_view method, const google::protobuf::Message& request,
                            absl::Duration deadline, google::protobuf::Message* response) {
  CallOptions options;
  options.deadline = absl::Now() + deadline;
  const absl::StatusOr<std::string> answer =
      AnswerCall(method, request.SerializeAsString(), options);
  if (!answer.ok()) return AsServed(answer.status());
  return response->ParseFromString(*answer) ? absl::OkStatus()
                                            : absl::InternalError("the answer is malformed");
}

}  // namespace shapewright::cli
