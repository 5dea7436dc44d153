#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_LINT_CODES_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_LINT_CODES_H_

#include <cstdint>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
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

// Which findings are told.
struct LintSelection {
  // Codes. Empty: all.
  absl::flat_hash_set<std::string> only;
  absl::flat_hash_set<std::string> ignore;

  bool Holds(const std::string& code) const {
    return (only.empty() || only.contains(code)) && !ignore.contains(code);
  }
};

// `CODE,CODE` of --only and --ignore. INVALID_ARGUMENT where one is not written as codes are; those
// of diagnostics are not all known here.
absl::Status ParseCodes(absl::string_view text, absl::flat_hash_set<std::string>* codes);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_LINT_CODES_H_
