#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "server/config/parse_options.h"
#include "server/observe/metrics.h"
#include "tests/data_path/data_path.h"

// docs/operations.md says what the code says.
namespace shapewright::server {
namespace {

using testing::HasSubstr;

std::string OperationsDoc() {
  std::ifstream file(SourcePath("docs/operations.md"));
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(OperationsDoc, HasTheTableOfOptions) {
  EXPECT_THAT(OperationsDoc(), HasSubstr(HelpMarkdown()))
      << "replace the table in docs/operations.md by the output of "
         "shapewright-server --help-markdown";
}

TEST(OperationsDoc, HasEachMetric) {
  const std::string doc = OperationsDoc();
  Metrics metrics("");
  metrics.CallFailed("OVERLOADED");
  metrics.UnknownDims("NonZero", 1);
  std::istringstream lines(metrics.Render());
  int families = 0;
  for (std::string line; std::getline(lines, line);) {
    constexpr absl::string_view kHelp = "# HELP ";
    if (line.rfind(kHelp.data(), 0) != 0) continue;
    const size_t space = line.find(' ', kHelp.size());
    const std::string name = line.substr(kHelp.size(), space - kHelp.size());
    const std::string help = line.substr(space + 1);
    EXPECT_THAT(doc, HasSubstr(absl::StrCat("| `", name, "` | ", help, " |")));
    ++families;
  }
  EXPECT_GT(families, 20);
}

}  // namespace
}  // namespace shapewright::server
