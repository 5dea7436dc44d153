#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_SERVER_PLAN_FLAGS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_SERVER_PLAN_FLAGS_H_

#include "absl/types/span.h"
#include "client/cpp/cli/options/flag_row.h"

namespace shapewright::cli {

// Those of `plan-server` alone.
absl::Span<const FlagRow> ServerPlanFlags();

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_SERVER_PLAN_FLAGS_H_
