#include "page/wiring.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/page/models.h"

namespace shapewright {
namespace {

TEST(Wiring, AsJson) {
  const v1::InferShapesResponse response = BranchAnswer();
  const auto json = nlohmann::json::parse(WiringJson(BranchWiring(), response));
  EXPECT_EQ(json["graphs"][0]["inputs"], nlohmann::json::parse("[[0], [1]]"));
  EXPECT_EQ(json["graphs"][0]["modules"], nlohmann::json::parse("[0, -1]"));
  // Exact but for c, of which the answer has no type.
  EXPECT_EQ(json["graphs"][0]["known"], nlohmann::json::parse("[0, 2, 0, 0]"));
  EXPECT_EQ(json["texts"].size(), 2u);
  EXPECT_EQ(json["opsets"], nlohmann::json::parse(R"([{"domain": "", "version": 17},
                                                      {"domain": "com.microsoft", "version": 1}])"));
}

TEST(Wiring, TextsAreKeptOnceAndWithinABound) {
  std::vector<std::string> kept;
  WiringTexts texts(kept);
  EXPECT_EQ(texts.Keep("a"), 0);
  EXPECT_EQ(texts.Keep("b"), 1);
  EXPECT_EQ(texts.Keep("a"), 0);
  EXPECT_EQ(texts.Keep(std::string((size_t{16} << 20) - 2, 'x')), 2);
  EXPECT_EQ(texts.Keep("c"), -1);
  EXPECT_EQ(texts.KeepModules("b"), 1);
  EXPECT_EQ(kept.size(), 3u);
}

}  // namespace
}  // namespace shapewright
