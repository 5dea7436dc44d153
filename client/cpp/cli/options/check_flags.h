#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_CHECK_FLAGS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_CHECK_FLAGS_H_

#include "absl/types/span.h"
#include "client/cpp/cli/options/flag_row.h"

namespace shapewright::cli {

// Of `check` alone.
absl::Span<const FlagRow> CheckFlags();

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_CHECK_FLAGS_H_
