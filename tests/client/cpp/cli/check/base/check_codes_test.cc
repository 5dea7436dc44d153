#include "client/cpp/cli/check/base/check_codes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/check/base/check_question.h"
#include "client/cpp/cli/check/format_table.h"
#include "tests/client/cpp/cli/check/check_cases.h"
#include "tests/data_path/data_path.h"

namespace shapewright::cli {
namespace {

TEST(CheckCodes, ThePageHasThem) {
  std::ifstream file(SourcePath("docs/check.md"));
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  std::string table = "| code | level | fixable | about |\n|---|---|---|---|\n";
  for (const CheckCodeRow& row : CheckCodes()) {
    absl::StrAppend(&table, "| `", row.name, "` | ", LevelText(row.level), " | ",
                    row.mendable ? "yes" : "no", " | ", row.about, " |\n");
  }
  EXPECT_THAT(page, testing::HasSubstr(table));
}

// A planted error for each code; MODEL_ERROR is what `lint` has tests for.
TEST(CheckCodes, EachHasACase) {
  std::set<std::string> found = {"MODEL_ERROR"};
  size_t good = 0;
  size_t bad = 0;
  for (const char* name : {"triton", "ort", "trtexec", "genai", "ovms", "kserve", "olive"}) {
    for (const CheckCase& check : ReadCheckCases(DataPath(absl::StrCat("check/", name, ".txt")))) {
      ++(check.expected.empty() ? good : bad);
      for (const ExpectedFinding& finding : check.expected) found.insert(finding.code);
    }
  }
  for (const CheckCodeRow& row : CheckCodes()) {
    EXPECT_TRUE(found.contains(std::string(row.name))) << row.name;
  }
  EXPECT_GE(good, 50U);
  EXPECT_GE(bad, 150U);
}

TEST(CheckFormats, ThoseOfTheFlagCanBeWritten) {
  std::string written;
  for (const CheckFormat& format : CheckFormats()) {
    if (FindWriter(format.name) == nullptr) continue;
    EXPECT_THAT(std::string(kWrittenFormats), testing::HasSubstr(std::string(format.name)));
    absl::StrAppend(&written, written.empty() ? "" : " ", format.name);
  }
  EXPECT_EQ(written.size(), kWrittenFormats.size());
}

}  // namespace
}  // namespace shapewright::cli
