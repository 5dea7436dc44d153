#include "client/cpp/cli/lint/lint_codes.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace shapewright::cli {
namespace {

constexpr LintLevel kInfo = LintLevel::kInfo;
constexpr LintLevel kWarning = LintLevel::kWarning;
constexpr LintLevel kError = LintLevel::kError;

constexpr LintCode kCodes[] = {
    {"BAKED_IN", kWarning, false, "an input leaves a size open that a constant in the model fixes"},
    {"CONSTANT_NAME", kInfo, true, "a name of a size that is always one number"},
    {"FALSE_TYPE", kError, true,
     "a declared type that holds for no input, or an expression that is another size for some"},
    {"MISSING_TYPE", kInfo, true, "values without a declared type, though it is known"},
    {"MORE_DIAGNOSTICS", kInfo, false, "diagnostics that the answer leaves out"},
    {"NARROW_TYPE", kWarning, true, "a declared type that holds for some inputs only"},
    {"REDUNDANT_NAME", kInfo, true, "a name of a size that another name has already"},
    {"REUSED_NAME", kWarning, true, "one name for sizes that differ"},
    {"SIMILAR_NAMES", kWarning, false, "names of sizes that are easily confused"},
    {"STALE_TYPE", kInfo, true, "a type of a value that the graph does not have"},
    {"UNBOUNDED_OUTPUT", kWarning, false,
     "a size of an output that depends on data, without bound"},
    {"UNKNOWN_OUTPUT", kWarning, false, "an output whose rank or type is not known"},
    {"UNNAMED_DIM", kInfo, false, "an axis of an input that has neither size nor name"},
    {"UNPROVED_TYPE", kInfo, false, "a declared number of a size that depends on data"},
    {"UNUSED_INITIALIZER", kInfo, false, "a constant that nothing reads"},
    {"UNUSED_INPUT", kWarning, false, "an input that nothing reads"},
    {"UNWRITABLE_NAME", kWarning, false, "a name of a size that is not a symbol"},
    {"WEAK_TYPE", kInfo, true, "a declared type that says less than is known"},
};

bool IsCode(absl::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return absl::ascii_isupper(c) || c == '_';
  });
}

}  // namespace

absl::Span<const LintCode> LintCodes() { return kCodes; }

const LintCode* FindLintCode(absl::string_view code) {
  for (const LintCode& row : kCodes) {
    if (row.code == code) return &row;
  }
  return nullptr;
}

absl::Status ParseCodes(absl::string_view text, absl::flat_hash_set<std::string>* codes) {
  for (const absl::string_view code : absl::StrSplit(text, ',')) {
    if (!IsCode(code)) {
      return absl::InvalidArgumentError(
          absl::StrCat("\"", code, "\" is not a code such as FALSE_TYPE"));
    }
    codes->insert(std::string(code));
  }
  return absl::OkStatus();
}

absl::string_view LevelText(LintLevel level) {
  switch (level) {
    case LintLevel::kInfo:
      return "info";
    case LintLevel::kWarning:
      return "warning";
    case LintLevel::kError:
      break;
  }
  return "error";
}

}  // namespace shapewright::cli
