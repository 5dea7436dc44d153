#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_DIFF_DIFF_REPORT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_DIFF_DIFF_REPORT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/cpp/cli/diff/change.h"

namespace shapewright::cli {

// What is said of a change in words: `breaks`, `output`, `type`.
struct ChangeWords {
  absl::string_view effect;
  absl::string_view part;
  absl::string_view what;
};
ChangeWords WordsOf(const Change& change);

// A paragraph for each change, `breaks  output y axis 1: was N + 5, is N + 4`, of at most `width`
// columns, and how many there are. Of inner values only the first few of each kind, unless the
// width is kNoWidthLimit.
std::string DiffReport(const std::vector<Change>& changes, size_t width);

// One JSON object in one line; docs/lint.md says what is in it.
std::string DiffJson(absl::string_view before, absl::string_view after,
                     const std::vector<Change>& changes);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_DIFF_DIFF_REPORT_H_
