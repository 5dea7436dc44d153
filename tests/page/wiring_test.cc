#include "page/wiring.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/page/models.h"

namespace shapewright {
namespace {

using testing::ElementsAre;

// Values are numbered over all graphs: x, c, h, y; t; e.
TEST(Wiring, IsWhatTheAnswerSays) {
  const ModelWiring wiring = WiringOf(BranchAnswer());
  ASSERT_EQ(wiring.graphs.size(), 3u);
  ASSERT_EQ(wiring.graphs[0].nodes.size(), 2u);
  EXPECT_THAT(wiring.graphs[0].nodes[1].inputs, ElementsAre(1));
  EXPECT_THAT(wiring.graphs[0].outputs, ElementsAre(3));
  EXPECT_FALSE(wiring.graphs[0].is_branch);
  EXPECT_THAT(wiring.graphs[2].nodes[0].inputs, ElementsAre(2, -1, -1));
  EXPECT_TRUE(wiring.graphs[2].is_branch);
  EXPECT_EQ(wiring.graphs[0].nodes[0].modules, 0);
  EXPECT_EQ(wiring.graphs[0].nodes[1].modules, -1);
  ASSERT_EQ(wiring.opsets.size(), 2u);
  EXPECT_EQ(wiring.opsets[1].domain, "com.microsoft");
}

TEST(Wiring, NumbersOfNoValueAreNone) {
  v1::InferShapesResponse response = BranchAnswer();
  response.mutable_graphs(0)->mutable_nodes(0)->set_inputs(0, 6);
  response.mutable_graphs(0)->set_outputs(0, 1 << 30);
  const ModelWiring wiring = WiringOf(response);
  EXPECT_THAT(wiring.graphs[0].nodes[0].inputs, ElementsAre(-1));
  EXPECT_THAT(wiring.graphs[0].outputs, ElementsAre(-1));
}

TEST(Wiring, AsJson) {
  const v1::InferShapesResponse response = BranchAnswer();
  const auto json = nlohmann::json::parse(WiringJson(BranchWiring(), response));
  EXPECT_EQ(json["graphs"][0]["inputs"], nlohmann::json::parse("[[0], [1]]"));
  EXPECT_EQ(json["graphs"][0]["modules"], nlohmann::json::parse("[0, -1]"));
  // Exact but for c, of which the answer has no type.
  EXPECT_EQ(json["graphs"][0]["known"], nlohmann::json::parse("[0, 2, 0, 0]"));
  EXPECT_EQ(json["graphs"][0]["constants"], nlohmann::json::parse("[0, 0]"));
  EXPECT_EQ(json["graphs"][0]["branch"], false);
  EXPECT_EQ(json["graphs"][1]["branch"], true);
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
