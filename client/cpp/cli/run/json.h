#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_JSON_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_JSON_H_

#include <google/protobuf/message.h>

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace shapewright::cli {

// A message as JSON, printable, with a line break at its end; in one line or in many.
absl::StatusOr<std::string> JsonOf(const google::protobuf::Message& message, bool in_one_line);

// `{"error": {"code": ..., "reason": ..., "field": ..., "message": ...}}`, where there is no
// answer; what is not known is left out.
std::string JsonError(const absl::Status& status);

// A line about one of several models: its path, the answer if there is one, and what is wrong if
// something is, as above. `answer` is JSON or empty.
std::string JsonLine(absl::string_view path, absl::string_view answer, const absl::Status& status);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_JSON_H_
