#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_CASE_FLAGS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_CASE_FLAGS_H_

#include "absl/types/span.h"
#include "client/cpp/cli/options/flag_row.h"

namespace shapewright::cli {

// Those of `merge`, and those of `layout`: of the tensor, of changes and of questions.
absl::Span<const FlagRow> MergeFlags();
absl::Span<const FlagRow> LayoutFlags();
absl::Span<const FlagRow> LayoutChangeFlags();
absl::Span<const FlagRow> LayoutQuestionFlags();

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_CASE_FLAGS_H_
