#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_COMMON_FLAGS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_COMMON_FLAGS_H_

#include "absl/types/span.h"
#include "client/cpp/cli/options/flag_row.h"

namespace shapewright::cli {

// What is printed and how, who answers, and help: flags of several commands.
absl::Span<const FlagRow> OutputFlags();
absl::Span<const FlagRow> ServerFlags();
absl::Span<const FlagRow> HelpFlags();

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_COMMON_FLAGS_H_
