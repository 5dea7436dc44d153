#include "client/cpp/cli/help.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "client/cpp/cli/parse_arguments.h"

namespace shapewright::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Help, OfACommandHasItsOptionsAlone) {
  const std::string text = HelpText(Command::kBuckets);
  EXPECT_THAT(text, HasSubstr("usage: shapewright buckets [OPTION]... MODEL.onnx\n\nbuckets "));
  for (const char* own : {"--sizes", "--range", "--json", "--target"}) {
    EXPECT_THAT(text, HasSubstr(own));
  }
  for (const char* other : {"--axis", "--opt ", "--strides", "shapewright health"}) {
    EXPECT_THAT(text, Not(HasSubstr(other)));
  }
}

// What the help names is an option, and the other way round for those that need no value.
TEST(Help, NamesWhatTheParserKnows) {
  const std::vector<std::string> models = {"infer",   "evaluate", "explain", "audit",
                                           "buckets", "profile",  "describe"};
  for (const std::string& command : models) {
    const std::string text = HelpText(ParseArguments({command, "--help"}, [](const char*) {
                                        return static_cast<const char*>(nullptr);
                                      })->help_about);
    for (const char* const shared : {"\n  --range ", "\n  --json ", "\n  --target "}) {
      EXPECT_THAT(text, HasSubstr(shared)) << command;
    }
    for (const absl::string_view line : absl::StrSplit(text, '\n')) {
      if (line.substr(0, 4) != "  --") continue;
      const std::string flag(line.substr(2, line.find(' ', 2) - 2));
      const auto parsed = ParseArguments(
          {command, flag}, [](const char*) { return static_cast<const char*>(nullptr); });
      if (parsed.ok()) continue;
      EXPECT_THAT(std::string(parsed.status().message()), Not(HasSubstr("unknown option"))) << flag;
    }
  }
}

TEST(Help, FitsTheScreen) {
  const std::string help = HelpText(Command::kHelp);
  for (const absl::string_view line : absl::StrSplit(help, '\n')) {
    EXPECT_LE(line.size(), 84U) << line;
  }
}

}  // namespace
}  // namespace shapewright::cli
