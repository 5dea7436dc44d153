#include "client/cpp/cli/help/help.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cpp/cli/options/command_table.h"
#include "client/cpp/cli/options/flag_table.h"

namespace shapewright::cli {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Help, OfACommandHasItsOptionsAlone) {
  for (const CommandRow& row : CommandTable()) {
    if (row.command == Command::kHelp) continue;
    const std::string text = HelpText(row.command);
    EXPECT_THAT(text, StartsWith(absl::StrCat("usage: shapewright ", row.name)));
    for (const FlagGroup& group : FlagTable()) {
      for (const FlagRow& flag : group.flags) {
        const std::string entry = absl::StrCat("\n  ", FlagForm(flag), " ");
        const std::string broken = absl::StrCat("\n  ", FlagForm(flag), "\n");
        const bool is_there = absl::StrContains(text, entry) || absl::StrContains(text, broken);
        const FlagRow* known = FindFlag(flag.name, row.command);
        // Another command may have a flag of the same name and form.
        if (known == nullptr || known == &flag) {
          EXPECT_EQ(is_there, known != nullptr) << row.name << " " << flag.name;
        }
      }
    }
    EXPECT_THAT(text, HasSubstr("\nExit codes:\n  0 "));
  }
}

TEST(Help, OfAllListsTheCommands) {
  const std::string text = HelpText(Command::kHelp);
  for (const CommandRow& row : CommandTable()) {
    EXPECT_THAT(text, HasSubstr(absl::StrCat("\n  ", row.name, " ")));
  }
  EXPECT_THAT(text, HasSubstr("\n  SHAPEWRIGHT_TARGET"));
  EXPECT_THAT(text, Not(HasSubstr("--bind")));
}

TEST(Help, FitsEightyColumns) {
  for (const CommandRow& row : CommandTable()) {
    const std::string help = HelpText(row.command);
    for (const absl::string_view line : absl::StrSplit(help, '\n')) {
      EXPECT_LE(line.size(), 80U) << line;
    }
  }
}

}  // namespace
}  // namespace shapewright::cli
