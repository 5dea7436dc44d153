#include "client/cpp/cli/screen/table.h"

#include <gtest/gtest.h>

#include <string>

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

TEST(Table, StaysReadableOnNarrowScreens) {
  Table table({"a", "b"});
  table.AddRow({std::string(50, 'a'), std::string(50, 'b')});
  EXPECT_EQ(Plain(table, 1),
            "  a         b\n"
            "  aaa\u2026aaaa  bbb\u2026bbbb\n");
}

TEST(ShortenMiddle, KeepsBothEnds) {
  EXPECT_EQ(ShortenMiddle("abcdefghij", 10), "abcdefghij");
  EXPECT_EQ(ShortenMiddle("abcdefghij", 9), "abcd\u2026ghij");
  EXPECT_EQ(ShortenMiddle("abcdefghij", 4), "a\u2026ij");
  EXPECT_EQ(ShortenMiddle("abcdefghij", 1), "\u2026");
  EXPECT_EQ(ShortenMiddle("\u20ac\u20ac\u20ac\u20ac", 3), "\u20ac\u2026\u20ac");
}

TEST(Wrap, BreaksAtSpaces) {
  EXPECT_EQ(Wrap("one two three", 80, 2), "  one two three");
  EXPECT_EQ(Wrap("one two three", 9, 2), "  one two\n      three");
  EXPECT_EQ(Wrap("incomprehensibilities of", 8, 0), "incomprehensibilities\n    of");
}

}  // namespace
}  // namespace shapewright::cli
