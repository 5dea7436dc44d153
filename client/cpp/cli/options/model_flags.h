#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_MODEL_FLAGS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_MODEL_FLAGS_H_

#include "absl/types/span.h"
#include "client/cpp/cli/options/flag_row.h"

namespace shapewright::cli {

// Those of single commands about models.
absl::Span<const FlagRow> QuestionFlags();
// What is said of a model beside it.
absl::Span<const FlagRow> ModelFlags();

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_MODEL_FLAGS_H_
