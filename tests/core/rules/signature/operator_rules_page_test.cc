// Each signature of docs/operator_rules.md can be read.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "core/rules/signature/parse_signature.h"
#include "tests/data_path/data_path.h"

namespace shapewright::rules {
namespace {

TEST(OperatorRulesPage, HasSignaturesOnly) {
  const std::string page = ReadFile(SourcePath("docs/operator_rules.md"));
  const std::string fence = "```signatures\n";
  const size_t begin = page.find(fence);
  ASSERT_NE(begin, std::string::npos);
  const size_t end = page.find("```", begin + fence.size());
  int count = 0;
  for (const std::string& line :
       std::vector<std::string>(absl::StrSplit(page.substr(begin, end - begin), '\n'))) {
    if (line.empty() || line[0] != '(') continue;
    // What it is about stands behind several spaces.
    const auto signature = ParseSignature(line.substr(0, line.find("   ")));
    EXPECT_TRUE(signature.ok()) << line << ": " << signature.status();
    ++count;
  }
  EXPECT_GE(count, 15);
}

}  // namespace
}  // namespace shapewright::rules
