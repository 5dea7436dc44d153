#include "core/wire/utf8.h"

#include <gtest/gtest.h>

#include <iterator>

namespace shapewright {
namespace {

// Expected: CPython 3.11's bytes.decode("utf-8", "replace") of the same bytes,
// where each byte in question is an ill-formed sequence of its own.
TEST(Utf8, ReplacesWhatIsNoCharacter) {
  EXPECT_EQ(ToValidUtf8(""), "");
  EXPECT_EQ(ToValidUtf8("a/b_0"), "a/b_0");
  EXPECT_EQ(ToValidUtf8("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"),
            "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
  EXPECT_EQ(ToValidUtf8("a\xe9z"), "a\xef\xbf\xbdz");
  EXPECT_EQ(ToValidUtf8("\xff\xfe"), "\xef\xbf\xbd\xef\xbf\xbd");
  EXPECT_EQ(ToValidUtf8("a\xc3"), "a\xef\xbf\xbd");
  // Half of a UTF-16 pair; a longer form of "/".
  EXPECT_EQ(ToValidUtf8("\xed\xa0\x80"), "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
  EXPECT_EQ(ToValidUtf8("\xc0\xaf"), "\xef\xbf\xbd\xef\xbf\xbd");
}

TEST(Utf8, CutsNoCharacter) {
  const absl::string_view text = "a\xe2\x82\xac\xf0\x9f\x98\x80";  // of 1, 3 and 4 bytes
  const size_t sizes[] = {0, 1, 1, 1, 4, 4, 4, 4, 8, 8};
  for (size_t most = 0; most < std::size(sizes); ++most) {
    EXPECT_EQ(Utf8Prefix(text, most), text.substr(0, sizes[most])) << most;
  }
  EXPECT_EQ(Utf8Prefix("\x80\x80\x80", 2), "");
}

TEST(Utf8, ShortensInTheMiddle) {
  std::string text = "as it is";
  ShortenText(text, 8);
  EXPECT_EQ(text, "as it is");
  text = std::string(90, 'a') + std::string(10, 'z');
  ShortenText(text, 40);
  EXPECT_EQ(text, std::string(30, 'a') + " [... 60 bytes ...] " + std::string(10, 'z'));
  // Characters of three bytes each: none is cut.
  text.clear();
  for (int i = 0; i < 100; ++i) text += "\xe2\x82\xac";
  ShortenText(text, 40);
  EXPECT_EQ(ToValidUtf8(text), text);
  EXPECT_EQ(text.substr(30), " [... 261 bytes ...] \xe2\x82\xac\xe2\x82\xac\xe2\x82\xac");
}

TEST(Utf8, FindsEachByteThatIsNotAscii) {
  for (size_t size = 0; size <= 40; ++size) {
    std::string text(size, '\x7f');
    EXPECT_TRUE(IsAscii(text)) << size;
    for (char& byte : text) {
      byte = '\x80';
      EXPECT_FALSE(IsAscii(text)) << size;
      byte = '\0';
    }
  }
}

}  // namespace
}  // namespace shapewright
