#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_CONTEXT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_CONTEXT_H_

#include <cstddef>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "client/cpp/cli/options/arguments.h"
#include "client/cpp/cli/report/report.h"
#include "client/cpp/cli/report/verdict.h"
#include "client/cpp/cli/run/asker.h"
#include "client/cpp/cli/run/in_order.h"
#include "client/cpp/cli/run/json.h"
#include "client/cpp/error_text.h"
#include "core/base/work.h"

namespace shapewright::cli {

// What a command answers its question with. Several threads share it.
struct Context {
  const Arguments& arguments;
  const Asker& asker;
  size_t width = 80;
  // Whether JSON has to stand in one line.
  bool in_one_line = false;
};

inline ReportOptions OptionsOf(const Context& context) {
  ReportOptions options;
  options.width = context.width;
  options.lists_constants = context.arguments.constants;
  return options;
}

// For what is done with answers here: stops once it is `end`.
inline Work WorkUntil(absl::Time end) {
  return Work(Work::kNoLimit,
              [end] { return absl::Now() < end ? absl::OkStatus() : DeadlinePassed(); });
}

// A response as JSON, or what `report` makes of it; with the status that it comes to.
template <typename Response, typename MakeReport>
ModelAnswer AnswerWith(const Context& context, const Response& response, const MakeReport& report) {
  absl::Status verdict = VerdictOf(response);
  if (!context.arguments.json) return {report(OptionsOf(context)), std::move(verdict)};
  absl::StatusOr<std::string> json = JsonOf(response, context.in_one_line);
  if (!json.ok()) return {"", json.status()};
  return {*std::move(json), std::move(verdict)};
}

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_COMMANDS_CONTEXT_H_
