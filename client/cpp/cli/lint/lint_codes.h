#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_LINT_CODES_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_LINT_CODES_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace shapewright::cli {

enum class LintLevel : uint8_t { kInfo, kWarning, kError };

// A kind of finding of `lint`; docs/lint.md has an example of each.
struct LintCode {
  absl::string_view code;
  LintLevel level;
  // Whether `lint --fix` mends it.
  bool mendable;
  absl::string_view about;
};

// Findings of other codes are diagnostics of the answer (docs/errors.md).
absl::Span<const LintCode> LintCodes();
// Null: no code of lint's own.
const LintCode* FindLintCode(absl::string_view code);

// `info`, `warning`, `error`.
absl::string_view LevelText(LintLevel level);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_LINT_CODES_H_
