#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_EMBEDDED_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_EMBEDDED_H_

#include <google/protobuf/message.h>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace shapewright::cli {

// Answers a call in this process, by the library, as a server of the same version with default
// limits would, errors included.
absl::Status AnswerEmbedded(absl::string_view method, const google::protobuf::Message& request,
                            absl::Duration deadline, google::protobuf::Message* response);

template <typename Response>
absl::StatusOr<Response> AnswerEmbedded(absl::string_view method,
                                        const google::protobuf::Message& request,
                                        absl::Duration deadline) {
  Response response;
  absl::Status status = AnswerEmbedded(method, request, deadline, &response);
  if (!status.ok()) return status;
  return response;
}

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_EMBEDDED_H_
