#include "client/cpp/cli/screen/style.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/screen/table.h"

namespace shapewright::cli {
namespace {

TEST(Style, MarksBecomeSequencesOrNothing) {
  const std::string text = absl::StrCat(Styled(Style::kHeading, "title"), " ",
                                        Styled(Style::kError, "bad"), "\nplain\n");
  EXPECT_EQ(RenderLines(text, false), "title bad\nplain\n");
  EXPECT_EQ(RenderLines(text, true),
            "\x1b[1mtitle\x1b[0m \x1b[1;31m"
            "bad\x1b[0m\nplain\n");
  EXPECT_EQ(Styled(Style::kPlain, "x"), "x");
  EXPECT_EQ(Styled(Style::kError, ""), "");
}

// What a model names cannot get to the terminal as a sequence, with colors or without.
TEST(Style, OtherControlsAreEscaped) {
  for (const bool has_colors : {false, true}) {
    EXPECT_EQ(RenderLines("a\x1b[31mb\x07\x0f\x15", has_colors), "a\\x1b[31mb\\x07\\x0f\\x15");
  }
}

TEST(Style, WhenColorsAreUsed) {
  EXPECT_TRUE(UsesColors(ColorMode::kAuto, true, nullptr, "xterm"));
  EXPECT_TRUE(UsesColors(ColorMode::kAuto, true, "", "xterm"));
  EXPECT_FALSE(UsesColors(ColorMode::kAuto, true, "0", "xterm"));
  EXPECT_FALSE(UsesColors(ColorMode::kAuto, true, nullptr, "dumb"));
  EXPECT_FALSE(UsesColors(ColorMode::kAuto, true, nullptr, nullptr));
  EXPECT_FALSE(UsesColors(ColorMode::kAuto, false, nullptr, "xterm"));
  EXPECT_TRUE(UsesColors(ColorMode::kAlways, false, "1", "dumb"));
  EXPECT_FALSE(UsesColors(ColorMode::kNever, true, nullptr, "xterm"));
}

TEST(Style, ReadsColumns) {
  EXPECT_EQ(ColumnsOf("132"), 132u);
  for (const char* const text : {"", "0", "-3", "wide", "80x24", "99999999999999999999"}) {
    EXPECT_EQ(ColumnsOf(text), 0u) << text;
  }
  EXPECT_EQ(ColumnsOf(nullptr), 0u);
}

// Marks take no columns: a table reads the same with styles and without.
TEST(Style, TakesNoWidth) {
  EXPECT_EQ(DisplayWidth(Styled(Style::kGood, "abc")), 3u);
  Table plain({"name", "what"});
  Table styled({"name", "what"});
  for (const char* const name : {"a", "a name that is much longer than its column can be"}) {
    plain.AddRow({name, "x"});
    styled.AddRow({Cell(name, Style::kWarning), Cell("x", Style::kGood)});
  }
  EXPECT_EQ(RenderLines(styled.Print(40), false), RenderLines(plain.Print(40), false));
  const std::string wrapped = Wrap(absl::StrCat(Styled(Style::kError, "two words"), " more"), 8, 2);
  EXPECT_EQ(RenderLines(wrapped, false), Wrap("two words more", 8, 2));
}

}  // namespace
}  // namespace shapewright::cli
