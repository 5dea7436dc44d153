#include "core/wire/printable.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace shapewright {
namespace {

TEST(Printable, PlainTextHasNothingToEscape) {
  EXPECT_TRUE(IsPlain(""));
  EXPECT_TRUE(IsPlain(" az~"));
  for (const char* text : {"\n", "\x1f", "\x7f", "\u00e9", "\xff"}) EXPECT_FALSE(IsPlain(text));
}

// Names in a model must not write to the terminal.
TEST(Printable, EscapesControls) {
  EXPECT_EQ(Printable("a\x1b[2J\n\x7f"), "a\\x1b[2J\\x0a\\x7f");
  EXPECT_EQ(Printable("\x1b]52;c;cm0gLXJmIC8=\a\r"), "\\x1b]52;c;cm0gLXJmIC8=\\x07\\x0d");
  EXPECT_EQ(Printable("\u009b"), "\\u009b") << "a control of Latin-1";
  EXPECT_EQ(Printable(std::string("\0", 1)), "\\x00");
}

TEST(Printable, EscapesBytesThatAreNoUtf8) {
  EXPECT_EQ(Printable("\xff\xe2\x82"), "\\xff\\xe2\\x82");
  EXPECT_EQ(Printable("\x9b[2J"), "\\x9b[2J");
  EXPECT_EQ(Printable("\xc0\x9b\xed\xa0\x80"), "\\xc0\\x9b\\xed\\xa0\\x80");
}

// What would make `evil` read as `live`, or two names look alike.
TEST(Printable, EscapesMarksThatNobodySees) {
  for (const uint32_t mark :
       {0x202aU, 0x202bU, 0x202cU, 0x202dU, 0x202eU, 0x2066U, 0x2067U, 0x2068U, 0x2069U, 0x200eU,
        0x200fU, 0x061cU, 0x2028U, 0x2029U, 0x200bU, 0xfeffU, 0x00adU}) {
    std::string name;
    if (mark < 0x800) {
      name = {static_cast<char>(0xc0 | mark >> 6), static_cast<char>(0x80 | (mark & 0x3f))};
    } else {
      name = {static_cast<char>(0xe0 | mark >> 12), static_cast<char>(0x80 | (mark >> 6 & 0x3f)),
              static_cast<char>(0x80 | (mark & 0x3f))};
    }
    char escape[8];
    std::snprintf(escape, sizeof(escape), "\\u%04x", mark);
    EXPECT_EQ(Printable("a" + name + "b"), std::string("a") + escape + "b");
    EXPECT_EQ(PrintableJson(name), escape);
  }
  EXPECT_EQ(Printable("\U000e0041"), "\\U000e0041") << "a tag";
}

TEST(Printable, KeepsWhatPeopleWrite) {
  for (const char* text :
       {"", "N + 5", "caf\u00e9 \u20ac", "\u5f62\u72b6", "\u05e6\u05d5\u05e8\u05d4",
        "\u0634\u0643\u0644", "\U0001f600", "a\\x1b[2J\\u202e"}) {
    EXPECT_EQ(Printable(text), text);
    EXPECT_EQ(PrintableLines(text), text);
  }
}

TEST(PrintableLines, KeepsLineBreaksOnly) {
  EXPECT_EQ(PrintableLines("a\nb\r\n\tc\x1b"), "a\nb\\x0d\n\\x09c\\x1b");
}

TEST(PrintableJson, MeansTheSame) {
  const std::string name = "\u202e\u2066\u061c\u0085\u007f\U000e0041 caf\u00e9";
  const std::string json = "{\n  \"name\": \"" + name + "\"\n}\n";
  const std::string safe = PrintableJson(json);
  EXPECT_EQ(safe,
            "{\n  \"name\": \"\\u202e\\u2066\\u061c\\u0085\\u007f\\udb40\\udc41 caf\u00e9\"\n}\n");
  EXPECT_EQ(nlohmann::json::parse(safe)["name"], name);
  EXPECT_EQ(PrintableJson("\"\xff\""), "\"\\ufffd\"");
}

}  // namespace
}  // namespace shapewright
