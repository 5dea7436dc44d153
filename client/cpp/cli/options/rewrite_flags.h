#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_REWRITE_FLAGS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_REWRITE_FLAGS_H_

#include "absl/types/span.h"
#include "client/cpp/cli/options/flag_row.h"

namespace shapewright::cli {

// Those of `freeze`, `simplify` and `rebatch` alone.
absl::Span<const FlagRow> RewriteFlags();

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_REWRITE_FLAGS_H_
