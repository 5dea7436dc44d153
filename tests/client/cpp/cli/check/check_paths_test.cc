#include "client/cpp/cli/check/check_paths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/check/check_report.h"
#include "client/cpp/cli/run/write_file.h"
#include "tests/client/cpp/cli/check/check_cases.h"
#include "tests/data_path/data_path.h"

namespace shapewright::cli {

void PrintTo(const ExpectedFinding& finding, std::ostream* out) {
  *out << finding.file << ":" << finding.line << " " << finding.code;
}

namespace {

namespace fs = std::filesystem;

std::string TextOfFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Each case in a folder of its own.
class CheckCorpus : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / absl::StrCat("check_", GetParam());
    fs::remove_all(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path folder_;
};

void ExpectFixed(const CheckCase& check, const std::string& folder, const Checked& checked) {
  std::map<std::string, std::vector<TextEdit>> edits;
  for (const CheckFinding& finding : checked.findings) {
    auto& of_file = edits[finding.file];
    of_file.insert(of_file.end(), finding.edits.begin(), finding.edits.end());
  }
  for (const auto& [file, of_file] : edits) {
    ASSERT_TRUE(WriteFile(file, WithEdits(TextOfFile(file), of_file, nullptr)).ok());
  }
  const absl::StatusOr<Checked> fixed = CheckFolder(folder);
  ASSERT_TRUE(fixed.ok()) << check.name << ": " << fixed.status();
  EXPECT_TRUE(fixed->findings.empty()) << check.name << " after --fix:\n" << CheckReport(*fixed);
}

// The lines are found by their texts, the codes were written by hand, by what the platforms
// document.
TEST_P(CheckCorpus, EachCaseHasItsFindings) {
  int number = 0;
  for (const CheckCase& check :
       ReadCheckCases(DataPath(absl::StrCat("check/", GetParam(), ".txt")))) {
    const std::string folder = folder_ / absl::StrCat(number++);
    WriteCase(check, folder);
    const absl::StatusOr<Checked> checked = CheckFolder(folder);
    ASSERT_TRUE(checked.ok()) << check.name << ": " << checked.status();
    EXPECT_EQ(FoundIn(*checked, folder), check.expected) << check.name << "\n"
                                                         << CheckReport(*checked);
    for (const CheckFinding& finding : checked->findings) {
      EXPECT_TRUE(finding.edits.empty() || RowOf(finding.code).mendable)
          << check.name << ": " << RowOf(finding.code).name;
    }
    if (check.is_fixed) ExpectFixed(check, folder, *checked);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, CheckCorpus,
                         testing::Values("triton", "ort", "trtexec", "genai", "ovms", "kserve",
                                         "olive"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace shapewright::cli
