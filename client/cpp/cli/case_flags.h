#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CASE_FLAGS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CASE_FLAGS_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/cpp/cli/arguments.h"

namespace shapewright::cli {

// A flag of `merge` or `layout` that goes into the case.
struct CaseFlag {
  absl::string_view name;
  Command command;
  bool takes_value;
  absl::Status (*parse)(absl::string_view text, Arguments& out);
};

// Null if the command has no such flag.
const CaseFlag* FindCaseFlag(absl::string_view name, Command command);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CASE_FLAGS_H_
