// Fuzzes the server's options: words of a command line, one per line; lines that begin with
// `SHAPEWRIGHT_` are the environment. Options that are taken keep their bounds, and their texts are
// read as the same again.
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "server/config/option_table.h"
#include "server/config/options.h"
#include "server/config/parse_options.h"
#include "tests/fuzz/support/query_target.h"

namespace {

using shapewright::fuzz::Defect;
using shapewright::server::OptionRow;
using shapewright::server::Options;
using shapewright::server::OptionText;

// As flags, without what the fuzzed words set twice.
std::vector<std::string> WordsOf(const Options& options) {
  std::vector<std::string> words;
  for (const OptionRow& row : shapewright::server::OptionTable()) {
    if (const auto* list = std::get_if<std::vector<std::string> Options::*>(&row.field)) {
      for (const std::string& address : options.**list) {
        words.push_back(absl::StrCat("--", row.flag, "=", address));
      }
    } else {
      words.push_back(absl::StrCat("--", row.flag, "=", OptionText(row, options)));
    }
  }
  return words;
}

void CheckBounds(const Options& options) {
  for (const OptionRow& row : shapewright::server::OptionTable()) {
    const auto* number = std::get_if<int64_t Options::*>(&row.field);
    if (number == nullptr) continue;
    const int64_t value = options.**number;
    if (value < row.min || value > row.max) Defect(absl::StrCat(row.flag, " is ", value));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<std::string> words;
  std::map<std::string, std::string> variables;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    const std::vector<std::string> parts = absl::StrSplit(line, absl::MaxSplits('=', 1));
    if (absl::StartsWith(line, "SHAPEWRIGHT_") && parts.size() == 2) {
      variables[parts[0]] = parts[1];
    } else {
      words.emplace_back(line);
    }
  }
  const auto environment = [&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  };
  const auto options = shapewright::server::ParseOptions(words, environment);
  if (!options.ok()) {
    if (!absl::IsInvalidArgument(options.status()) || options.status().message().empty()) {
      Defect(options.status().ToString());
    }
    return 0;
  }
  CheckBounds(*options);
  const auto again = shapewright::server::ParseOptions(
      WordsOf(*options), [](const char* /*name*/) -> const char* { return nullptr; });
  if (!again.ok()) Defect(again.status().ToString());
  for (const OptionRow& row : shapewright::server::OptionTable()) {
    if (OptionText(row, *options) != OptionText(row, *again)) Defect(std::string(row.flag));
  }
  return 0;
}
