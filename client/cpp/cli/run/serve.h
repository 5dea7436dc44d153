#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_SERVE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_SERVE_H_

#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/cpp/cli/options/arguments.h"
#include "client/cpp/cli/options/parse_arguments.h"

namespace shapewright::cli {

// How a server is started.
struct ServerStart {
  // Of its command line, behind the program's name. Where they name no admin, the user is one.
  std::vector<std::string> words;
  // Where other clients have to look, if they would not by themselves; else empty.
  std::string told_target;
};

// Where `can_hold_socket` says whether sockets can be made in a folder. FAILED_PRECONDITION if
// there is no place to listen at.
absl::StatusOr<ServerStart> PlanServer(const Arguments& arguments, Environment environment,
                                       absl::FunctionRef<bool(const std::string&)> can_hold_socket);

// Whether sockets can be made in this folder, which is made if it is not there.
bool CanHoldSocket(const std::string& folder);

// Becomes the server, so that signals reach it. Returns only if that fails.
absl::Status BecomeServer(const ServerStart& start);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_SERVE_H_
