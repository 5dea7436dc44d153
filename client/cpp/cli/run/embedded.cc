#include "client/cpp/cli/run/embedded.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "core/wire/printable.h"
#include "shapewright/call.h"
#include "shapewright/model.h"

namespace shapewright::cli {
namespace {

// An error of the library as ToAbslStatus() would give it after its way through a server.
absl::Status AsServed(const absl::Status& error) {
  const std::string reason = ErrorReason(error);
  const std::string field = ErrorField(error);
  std::string text(error.message());
  absl::StrAppend(&text,
                  "\n  reason: ", reason.empty() ? absl::StatusCodeToString(error.code()) : reason);
  if (!field.empty()) absl::StrAppend(&text, "\n  field: ", Printable(field));
  return {error.code(), text};
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
