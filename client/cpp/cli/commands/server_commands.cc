#include "client/cpp/cli/commands/server_commands.h"

namespace shapewright::cli {

ModelAnswer Health(const Context& context) {
  absl::Status status = context.asker.client().CheckHealth("", context.asker.deadline());
  return {status.ok() ? "serving\n" : "", status};
}

}  // namespace shapewright::cli
