#include "client/cpp/cli/commands/server_commands.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "client/cpp/cli/report/capabilities_report.h"

namespace shapewright::cli {

ModelAnswer Health(const Context& context) {
  absl::Status status = context.asker.client().CheckHealth("", context.asker.deadline());
  return {status.ok() ? "serving\n" : "", status};
}

// A server that answers but does not serve is told of all the same.
ModelAnswer ServerInfo(const Context& context) {
  Client& client = context.asker.client();
  const absl::StatusOr<v1::GetCapabilitiesResponse> response =
      client.GetCapabilities(context.asker.deadline());
  if (!response.ok()) return {"", response.status()};
  absl::Status health = client.CheckHealth("", context.asker.deadline());
  if (!context.arguments.json) {
    return {ReportCapabilities(context.asker.target(), health.ok(), *response, OptionsOf(context)),
            std::move(health)};
  }
  const absl::StatusOr<std::string> json = JsonOf(*response, false);
  if (!json.ok()) return {"", json.status()};
  // Within the object it is indented by one more.
  return {
      absl::StrCat("{\n \"serving\": ", health.ok() ? "true" : "false", ",\n \"capabilities\": ",
                   absl::StrReplaceAll(absl::StripSuffix(*json, "\n"), {{"\n", "\n "}}), "\n}\n"),
      std::move(health)};
}

}  // namespace shapewright::cli
