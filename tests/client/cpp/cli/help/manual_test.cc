#include "client/cpp/cli/help/manual.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "client/cpp/cli/options/command_table.h"

namespace shapewright::cli {
namespace {

using testing::HasSubstr;

TEST(Manual, HasTheSectionsOfAManPage) {
  const std::string page = ManualPage(Command::kEval, "1.2.3");
  for (const char* const part :
       {".TH SHAPEWRIGHT-EVAL 1 \"\" \"shapewright 1.2.3\"",
        ".SH NAME\nshapewright\\-eval \\- Print",
        ".SH SYNOPSIS\n\\fBshapewright eval\\fR [OPTION]... MODEL...\n",
        ".SS Options\n.TP\n\\fB\\-\\-bind\\fR \\fIN=8,S=128\\fR\nSizes of symbols, ",
        ".SH EXAMPLES\n.nf\nshapewright eval ", ".SH EXIT STATUS\n", ".SH ENVIRONMENT\n"}) {
    EXPECT_THAT(page, HasSubstr(part));
  }
  EXPECT_THAT(ManualPage(Command::kHelp, "1"), HasSubstr("\\fBshapewright\\-server\\-info\\fR(1)"));
}

// A line that begins with a point or an apostrophe is a request of troff: only ours are there.
TEST(Manual, TextIsNoRequest) {
  for (const CommandRow& row : CommandTable()) {
    const std::string page = ManualPage(row.command, "1");
    for (const absl::string_view line : absl::StrSplit(page, '\n')) {
      EXPECT_FALSE(absl::StartsWith(line, "'")) << line;
      if (!absl::StartsWith(line, ".")) continue;
      const absl::string_view request = line.substr(0, 3);
      EXPECT_TRUE(request == ".TH" || request == ".SH" || request == ".SS" || request == ".TP" ||
                  request == ".PP" || line == ".nf" || line == ".fi")
          << line;
    }
  }
}

}  // namespace
}  // namespace shapewright::cli
