#include "client/cpp/cli/screen/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace shapewright::cli {
namespace {

std::string Plain(const Table& table, size_t width) {
  return RenderLines(table.Print(width), false);
}

TEST(Table, AlignsColumns) {
  Table table({"value", "type"});
  EXPECT_TRUE(table.empty());
  table.AddRow({"a", "float"});
  table.AddRow({"long name", "int64"});
  EXPECT_FALSE(table.empty());
  EXPECT_EQ(Plain(table, kNoWidthLimit),
            "  value      type\n"
            "  a          float\n"
            "  long name  int64\n");
}

TEST(Table, CountsCharactersNotBytes) {
  Table table({"a", "b"});
  table.AddRow({"caf\xc3\xa9", "x"});
  table.AddRow({"cafe", "y"});
  EXPECT_EQ(Plain(table, 100), "  a     b\n  caf\xc3\xa9  x\n  cafe  y\n");
}

TEST(Table, FitsTheScreen) {
  Table table({"value", "type", "shape", "producer"});
  table.AddRow({std::string(200, 'v'), "float", std::string(90, 's'), "n"});
  table.AddRow({"v", "int64", "[N]", std::string(30, 'p')});
  for (const size_t width : {60, 80, 100, 140}) {
    size_t widest = 0;
    const std::string text = Plain(table, width);
    for (const absl::string_view line : absl::StrSplit(text, '\n')) {
      widest = std::max(widest, DisplayWidth(line));
    }
    EXPECT_EQ(widest, width);
  }
}

// Ten layers that differ in one number only.
TEST(Table, KeepsTheRowsApart) {
  Table table({"part", "flops"});
  for (int i = 2; i < 12; ++i) {
    table.AddRow({absl::StrCat("/m/encoder/layer.", i, "/intermediate/dense"), "2.37M"});
  }
  const std::string text = Plain(table, 34);
  for (int i = 2; i < 12; ++i) {
    EXPECT_THAT(text, testing::HasSubstr(absl::StrCat("layer.", i, "\u2026"))) << text;
  }
}

TEST(Table, StaysReadableOnNarrowScreens) {
  Table table({"a", "b"});
  table.AddRow({std::string(50, 'a'), std::string(50, 'b')});
  EXPECT_EQ(Plain(table, 1),
            "  a         b\n"
            "  aaa\u2026aaaa  bbb\u2026bbbb\n");
}

TEST(Wrap, BreaksAtSpaces) {
  EXPECT_EQ(Wrap("one two three", 80, 2), "  one two three");
  EXPECT_EQ(Wrap("one two three", 9, 2), "  one two\n      three");
  EXPECT_EQ(Wrap("incomprehensibilities of", 8, 0), "incomprehensibilities\n    of");
}

}  // namespace
}  // namespace shapewright::cli
