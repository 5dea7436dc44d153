#include "client/cpp/cli/options/flag_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cpp/cli/options/command_table.h"
#include "client/cpp/cli/options/parse_arguments.h"

namespace shapewright::cli {
namespace {

absl::StatusOr<Arguments> WordsParsed(const std::vector<std::string>& words) {
  return ParseArguments(words, [](const char*) { return static_cast<const char*>(nullptr); });
}

std::vector<const FlagRow*> AllFlags() {
  std::vector<const FlagRow*> flags;
  for (const FlagGroup& group : FlagTable()) {
    for (const FlagRow& flag : group.flags) flags.push_back(&flag);
  }
  return flags;
}

TEST(FlagTable, ACommandHasAFlagOnce) {
  for (const CommandRow& row : CommandTable()) {
    std::set<absl::string_view> names;
    for (const FlagRow* flag : AllFlags()) {
      if (!Has(*flag, row.command)) continue;
      EXPECT_TRUE(names.insert(flag->name).second) << row.name << " " << flag->name;
      EXPECT_EQ(FindFlag(flag->name, row.command), flag);
    }
  }
}

TEST(FlagTable, RowsAreWhole) {
  for (const FlagRow* flag : AllFlags()) {
    EXPECT_TRUE(absl::StartsWith(flag->name, "--")) << flag->name;
    EXPECT_TRUE(absl::EndsWith(flag->help, ".")) << flag->name;
    EXPECT_TRUE(flag->choices.empty() || !flag->value.empty()) << flag->name;
    EXPECT_NE(flag->parse, nullptr) << flag->name;
  }
}

// Values that completion offers are values that the parser takes.
TEST(FlagTable, ChoicesAreTaken) {
  for (const FlagRow* flag : AllFlags()) {
    if (flag->choices.empty() || flag->choices == kFileName) continue;
    for (const absl::string_view choice : absl::StrSplit(flag->choices, ' ')) {
      Arguments arguments;
      if (flag->name == "--ignore" && Has(*flag, Command::kLayout)) {
        arguments.layout.add_questions()->mutable_compare();
      }
      EXPECT_TRUE(flag->parse(choice, arguments).ok()) << flag->name << " " << choice;
    }
  }
}

// A name of --op that is not known is told as such; what else is missing depends on the name.
TEST(FlagTable, OperationsOfMergeAreKnown) {
  for (const absl::string_view name : absl::StrSplit(kMergeOperations, ' ')) {
    const auto parsed = WordsParsed({"merge", absl::StrCat("--op=", name), "[2]", "[2]"});
    EXPECT_THAT(std::string(parsed.status().message()), testing::Not(testing::HasSubstr("known")));
  }
  EXPECT_FALSE(WordsParsed({"merge", "--op=guess", "[2]"}).ok());
}

TEST(CommandTable, RowsAreWhole) {
  std::set<absl::string_view> names;
  for (const CommandRow& row : CommandTable()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_FALSE(row.summary.empty() || absl::EndsWith(row.summary, ".")) << row.name;
    EXPECT_EQ(CommandOf(row.name).value(), row.command);
    EXPECT_EQ(&RowOf(row.command), &row);
  }
}

// The examples of the help are command lines that the parser takes, up to a pipe.
TEST(CommandTable, ExamplesAreTaken) {
  for (const CommandRow& row : CommandTable()) {
    for (absl::string_view line : absl::StrSplit(row.examples, '\n')) {
      line = line.substr(0, line.find_first_of("|>"));
      std::vector<std::string> words;
      bool is_quoted = false;
      std::string word;
      for (const char c : absl::StrCat(line, " ")) {
        if (c == '\'') is_quoted = !is_quoted;
        if (c == ' ' && !is_quoted) {
          if (!word.empty()) words.push_back(word);
          word.clear();
        } else if (c != '\'') {
          word += c;
        }
      }
      EXPECT_EQ(words.front(), row.name);
      EXPECT_TRUE(WordsParsed(words).ok()) << line << ": " << WordsParsed(words).status();
    }
  }
}

}  // namespace
}  // namespace shapewright::cli
