#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_REQUESTS_COMMAND_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_REQUESTS_COMMAND_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/cpp/cli/commands/context.h"
#include "client/cpp/cli/requests/request_study.h"

namespace shapewright::cli {

// What the log of a path says of a model.
absl::StatusOr<RequestStudy> StudyLog(const Context& context, v1::ModelSpec spec,
                                      const std::string& log_path);
// FAILED_PRECONDITION if requests fail.
absl::Status VerdictOf(const RequestStudy& study);

// What a log of requests says of the model of the path.
ModelAnswer StudyRequests(const Context& context, const std::string& path);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_REQUESTS_COMMAND_H_
