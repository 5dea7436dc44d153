#include "client/cpp/cli/commands/server_commands.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "client/cpp/cli/report/capabilities_report.h"
#include "client/cpp/cli/report/kept_models_report.h"
#include "core/wire/printable.h"
#include "page/json_text.h"

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

ModelAnswer Models(const Context& context) {
  Client& client = context.asker.client();
  const bool json = context.arguments.json;
  if (context.arguments.evicted.empty()) {
    const absl::StatusOr<v1::ListModelsResponse> response =
        client.ListModels(context.asker.deadline());
    if (!response.ok()) return {"", response.status()};
    if (!json) return {ReportKeptModels(*response, OptionsOf(context)), absl::OkStatus()};
    const absl::StatusOr<std::string> text = JsonOf(*response, false);
    return text.ok() ? ModelAnswer{*text, absl::OkStatus()} : ModelAnswer{"", text.status()};
  }
  ModelAnswer answer;
  for (const std::string& id : context.arguments.evicted) {
    const absl::StatusOr<v1::EvictModelResponse> response =
        client.EvictModel(id, context.asker.deadline());
    answer.status = response.status();
    if (!response.ok()) return answer;
    absl::StrAppend(
        &answer.text,
        json ? absl::StrCat("{\"modelId\": ", JsonString(id),
                            ", \"wasKept\": ", response->was_kept() ? "true" : "false", "}\n")
             : absl::StrCat(response->was_kept() ? "evicted  " : "not kept ", Printable(id), "\n"));
  }
  return answer;
}

}  // namespace shapewright::cli
