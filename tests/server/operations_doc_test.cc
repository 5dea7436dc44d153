#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/work.h"
#include "server/config/parse_options.h"
#include "server/observe/door_metrics.h"
#include "server/observe/metrics.h"
#include "tests/data_path/data_path.h"

// Compares docs/operations.md with the code.
namespace shapewright::server {
namespace {

using testing::HasSubstr;

std::string OperationsDoc() {
  std::ifstream file(SourcePath("docs/operations.md"));
  return {std::istreambuf_iterator<char>(file), {}};
}

// Replaces the table of options in the document by the current one.
void WriteTable() {
  const std::string table = HelpMarkdown();
  std::string doc = OperationsDoc();
  const size_t begin = doc.find(table.substr(0, table.find('\n') + 1));
  ASSERT_NE(begin, std::string::npos);
  const size_t last_line = doc.find("|\n\n", begin);
  ASSERT_NE(last_line, std::string::npos);
  doc.replace(begin, last_line + 2 - begin, table);
  std::ofstream(SourcePath("docs/operations.md")) << doc;
}

TEST(OperationsDoc, HasTheTableOfOptions) {
  if (std::getenv("SHAPEWRIGHT_WRITE_PAGES") != nullptr) WriteTable();
  EXPECT_THAT(OperationsDoc(), HasSubstr(HelpMarkdown()))
      << "SHAPEWRIGHT_WRITE_PAGES=1 build/release/bin/tests/server_test writes it";
}

TEST(OperationsDoc, SaysTheLimitOfWork) {
  const uint64_t least = WorkLimit(Work::kNoLimit, 0, 0);
  const uint64_t per_byte = WorkLimit(Work::kNoLimit, 0, 1) - least;
  EXPECT_EQ(least % 1'000'000, 0);
  EXPECT_THAT(HelpMarkdown(),
              HasSubstr(absl::StrCat("has less: ", least / 1'000'000, " million, and ", per_byte,
                                     " for each byte")));
}

TEST(OperationsDoc, HasEachMetric) {
  const std::string doc = OperationsDoc();
  Metrics metrics;
  metrics.CallFailed("OVERLOADED");
  metrics.JsonAnswered(200);
  metrics.UnknownDims("NonZero", 1);
  metrics.doors().Checked("bert", "pass");
  metrics.doors().Failed("bert", "inputs");
  metrics.doors().Refused("bert");
  metrics.doors().Unchecked("bert", "compiling");
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
