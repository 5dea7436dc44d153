// docs/errors.md has every code that core/ can answer with, and no other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/rules/state/diagnostic_class.h"
#include "tests/data_path/data_path.h"

namespace shapewright::inference {
namespace {

std::set<std::string> Matches(const std::string& text, const std::regex& pattern) {
  std::set<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
    found.insert((*match)[1]);
  }
  return found;
}

// All UPPER_SNAKE literals of the sources, except those that are values of attributes, also of
// StableHLO's.
std::set<std::string> CodesOf(const std::string& folder) {
  std::set<std::string> codes;
  for (const auto& file : std::filesystem::recursive_directory_iterator(SourcePath(folder))) {
    const std::string path = file.path().string();
    if (!absl::EndsWith(path, ".cc") && !absl::EndsWith(path, ".h")) continue;
    codes.merge(Matches(ReadFile(path), std::regex("\"([A-Z]+_[A-Z_]+)\"")));
  }
  for (const char* value : {"SAME_UPPER", "SAME_LOWER", "SOFTMAX_ZERO", "TO_FLOAT", "TO_STRING",
                            "THREE_FRY", "NO_TRANSPOSE", "TRANSPOSE_INVALID"}) {
    codes.erase(value);
  }
  return codes;
}

std::set<std::string> AllCodes() {
  std::set<std::string> codes;
  for (const char* folder :
       {"core/graph", "core/rules", "core/rules/operators", "core/inference"}) {
    codes.merge(CodesOf(folder));
  }
  return codes;
}

TEST(ErrorsDoc, HasEveryCode) {
  const std::string doc = ReadFile(SourcePath("docs/errors.md"));
  const std::set<std::string> codes = AllCodes();
  EXPECT_GT(codes.size(), 50);
  for (const std::string& code : codes) {
    EXPECT_TRUE(absl::StrContains(doc, absl::StrCat("| `", code, "` |"))) << code;
  }
}

TEST(ErrorsDoc, HasNoOtherDiagnostics) {
  const std::string doc = ReadFile(SourcePath("docs/errors.md"));
  const size_t start = doc.find("## Diagnostics");
  ASSERT_NE(start, std::string::npos);
  const std::set<std::string> codes = AllCodes();
  const std::set<std::string> told =
      Matches(doc.substr(start), std::regex("\n\\| `([A-Z_]+)` \\|"));
  for (const std::string& code : told) EXPECT_TRUE(codes.contains(code)) << code;
  EXPECT_EQ(told.size(), rules::DiagnosticClasses().size());
}

TEST(ErrorsDoc, HasTheClassOfEveryDiagnostic) {
  const std::string doc = ReadFile(SourcePath("docs/errors.md"));
  constexpr absl::string_view kNames[] = {"LOAD", "RUN", "OTHER"};
  for (const auto& [code, of_code] : rules::DiagnosticClasses()) {
    const absl::string_view name = kNames[static_cast<size_t>(of_code)];
    EXPECT_TRUE(absl::StrContains(doc, absl::StrCat("\n| `", code, "` | ", name, " |"))) << code;
    EXPECT_EQ(rules::ClassOf(code), of_code) << code;
  }
}

}  // namespace
}  // namespace shapewright::inference
