#include "client/cpp/cli/screen/shorten.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace shapewright::cli {
namespace {

using testing::ElementsAre;

TEST(ShortenMiddle, KeepsBothEnds) {
  EXPECT_EQ(ShortenMiddle("abcdefghij", 10), "abcdefghij");
  EXPECT_EQ(ShortenMiddle("abcdefghij", 9), "abcd\u2026ghij");
  EXPECT_EQ(ShortenMiddle("abcdefghij", 4), "a\u2026ij");
  EXPECT_EQ(ShortenMiddle("abcdefghij", 1), "\u2026");
  EXPECT_EQ(ShortenMiddle("\u20ac\u20ac\u20ac\u20ac", 3), "\u20ac\u2026\u20ac");
}

// All are different, and none is too wide.
void ExpectApart(const std::vector<std::string>& names, size_t width) {
  const std::vector<std::string> shortened = ShortenApart({names.begin(), names.end()}, width);
  const std::set<std::string> distinct(shortened.begin(), shortened.end());
  EXPECT_EQ(distinct.size(), names.size()) << testing::PrintToString(shortened);
  for (const std::string& text : shortened) EXPECT_LE(DisplayWidth(text), width) << text;
}

TEST(ShortenApart, KeepsWhatDiffers) {
  EXPECT_THAT(ShortenApart({"/m/encoder/layer.0/intermediate/dense",
                            "/m/encoder/layer.11/intermediate/dense", "x"},
                           25),
              ElementsAre("/m/encod\u2026layer.0\u2026te/dense",
                          "/m/enco\u2026layer.11\u2026te/dense", "x"));
}

TEST(ShortenApart, LeavesWhatIsApartAnyhow) {
  EXPECT_THAT(ShortenApart({"abcdefghij", "bcdefghijk", "abcdefghij"}, 5),
              ElementsAre("ab\u2026ij", "bc\u2026jk", "ab\u2026ij"));
  EXPECT_THAT(ShortenApart({"ab", "cd"}, 2), ElementsAre("ab", "cd"));
}

// Names that differ in two places, as those of a transformer's modules do.
TEST(ShortenApart, TellsManyApart) {
  std::vector<std::string> names;
  for (int layer = 0; layer < 24; ++layer) {
    for (const std::string part :
         {"attention/self/query", "attention/self/key", "attention/self/value",
          "attention/output/dense", "attention/output/LayerNorm", "intermediate/dense"}) {
      names.push_back(absl::StrCat("/model/encoder/layer.", layer, "/", part, "/MatMul_output_0"));
    }
  }
  ExpectApart(names, 36);
  ExpectApart({"/a/very/long/name/of/a/module/1", "/a/very/long/name/of/a/module/11",
               "/a/very/long/name/of/a/module/111", "/a/very/long/name/of/a/module/1/x"},
              16);
}

// Hostile names: no room for what differs, a prefix of another, many bytes a character.
TEST(ShortenApart, HasNoRoomForSome) {
  const std::string long_name(100'000, 'a');
  const std::vector<std::string> names = {long_name + "b" + long_name, long_name + "c" + long_name,
                                          long_name, long_name + "\u20ac\u20ac" + long_name};
  ExpectApart(names, 8);
  for (const std::string& text : ShortenApart({names.begin(), names.end()}, 1)) {
    EXPECT_EQ(text, "\u2026");
  }
}

}  // namespace
}  // namespace shapewright::cli
