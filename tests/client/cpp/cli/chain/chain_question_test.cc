#include "client/cpp/cli/chain/chain_question.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/cpp/cli/options/parse_arguments.h"
#include "proto/onnx/onnx.pb.h"

namespace shapewright::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

absl::StatusOr<Arguments> Chained(std::vector<std::string> words) {
  words.insert(words.begin(), "chain");
  return ParseArguments(words, [](const char*) -> const char* { return nullptr; });
}

template <typename Pairs>
std::vector<std::string> TextsOf(const Pairs& pairs) {
  std::vector<std::string> texts;
  for (const auto& pair : pairs) {
    texts.push_back(pair.output().stage() + "." + pair.output().value() + " " +
                    pair.input().stage() + "." + pair.input().value());
  }
  return texts;
}

TEST(ChainQuestion, HasStagesLinksAndStates) {
  const auto arguments = Chained({"--link=a.y=b.x", "a=one.onnx", "b=x=2.onnx", "--state",
                                  "b.present=past", "--state=b.k=b.v", "--steps", "1,32",
                                  "--output", "b.logits.0", "--link-equal-names"});
  ASSERT_TRUE(arguments.ok()) << arguments.status();
  const ChainQuestion& question = arguments->chain;
  const v1::Chain& chain = question.request.chain();
  EXPECT_THAT(question.paths, ElementsAre("one.onnx", "x=2.onnx"));
  EXPECT_EQ(chain.stages(1).name(), "b");
  EXPECT_THAT(TextsOf(chain.links()), ElementsAre("a.y b.x"));
  EXPECT_THAT(TextsOf(chain.states()), ElementsAre("b.present b.past", "b.k b.v"));
  EXPECT_THAT(question.steps, ElementsAre(1, 32));
  EXPECT_EQ(chain.outputs(0).value(), "logits.0");
  EXPECT_TRUE(chain.link_equal_names());
}

TEST(ChainQuestion, StatesOfOneStageNeedNoName) {
  const auto arguments = Chained({"d=d.onnx", "--state", "present.0=past.0"});
  ASSERT_TRUE(arguments.ok()) << arguments.status();
  EXPECT_THAT(TextsOf(arguments->chain.request.chain().states()),
              ElementsAre("d.present.0 d.past.0"));
}

TEST(ChainQuestion, NamesMayHoldEqualsSigns) {
  const auto arguments = Chained({"a=a.onnx", "b=b.onnx", "--link", "a.y=1:0=b.x=2"});
  ASSERT_TRUE(arguments.ok()) << arguments.status();
  EXPECT_THAT(TextsOf(arguments->chain.request.chain().links()), ElementsAre("a.y=1:0 b.x=2"));
}

TEST(ChainQuestion, WhatIsSaidOfInputsGoesToTheirStage) {
  const auto arguments = Chained({"a=a.onnx", "b=b.onnx", "--input", "b.x=float32[8,K]", "--range",
                                  "K=1..8", "--premise", "K = 2*J"});
  ASSERT_TRUE(arguments.ok()) << arguments.status();
  const v1::Chain& chain = arguments->chain.request.chain();
  ASSERT_EQ(chain.stages(1).model().input_types_size(), 1);
  EXPECT_EQ(chain.stages(1).model().input_types(0).name(), "x");
  EXPECT_THAT(chain.premises(), ElementsAre("1 <= K <= 8", "K = 2*J"));
}

TEST(ChainQuestion, ErrorsNameTheText) {
  const auto error_of = [](std::vector<std::string> words) {
    return std::string(Chained(std::move(words)).status().message());
  };
  EXPECT_EQ(error_of({"a.onnx"}),
            "chain: \"a.onnx\" is not a STAGE=MODEL such as encoder=encoder.onnx");
  EXPECT_EQ(error_of({"a=a.onnx", "a=b.onnx"}), "chain: two stages have the name a");
  EXPECT_EQ(error_of({"a=-", "b=-"}), "chain: stdin can be read once only");
  EXPECT_EQ(error_of({"a=a.onnx", "b=b.onnx", "--link", "a.y=c.x"}),
            "chain: \"c.x\" is not a STAGE.NAME with one of the stages a, b");
  EXPECT_THAT(error_of({"a=a.onnx", "--link", "a.y"}), HasSubstr("has no equals sign"));
  EXPECT_THAT(error_of({"a=a.onnx", "b=b.onnx", "--state", "y=x"}),
              HasSubstr("\"y\" is not a STAGE"));
  EXPECT_THAT(error_of({"a=a.onnx", "--output", "a."}), HasSubstr("is not a STAGE.NAME"));
  EXPECT_EQ(error_of({"a=a.onnx", "--steps", "4"}), "chain: --steps goes with --state");
  EXPECT_EQ(error_of({"a=a.onnx", "--capacity", "2=8"}), "chain: --capacity goes with --state");
  EXPECT_EQ(error_of({"a=a.onnx", "--state", "p=q", "--capacity", "-2=8"}),
            "chain: \"-2=8\" is not an AXIS=SIZE such as 2=4096");
  EXPECT_THAT(error_of({"a=a.onnx", "--steps", "0"}), HasSubstr("--steps: "));
}

v1::Chain WithModel(const std::vector<std::string>& words) {
  v1::Chain chain = Chained(words)->chain.request.chain();
  onnx::ModelProto model;
  for (const char* name : {"past.0.key", "past.0.value", "past.1.key", "ids"}) {
    model.mutable_graph()->add_input()->set_name(name);
  }
  for (const char* name : {"present.0.key", "present.0.value", "present.1.key", "present.2.key"}) {
    model.mutable_graph()->add_output()->set_name(name);
  }
  chain.mutable_stages(0)->mutable_model()->set_onnx(model.SerializeAsString());
  return chain;
}

TEST(ChainQuestion, AStarStandsForTheSameTextInBothNames) {
  v1::Chain chain =
      WithModel({"d=d.onnx", "--state", "present.*=past.*", "--state", "present.2.key=ids"});
  EXPECT_TRUE(ExpandPatterns(&chain).ok());
  // There is no past.2.key.
  EXPECT_THAT(TextsOf(chain.states()),
              ElementsAre("d.present.0.key d.past.0.key", "d.present.0.value d.past.0.value",
                          "d.present.1.key d.past.1.key", "d.present.2.key d.ids"));
  v1::Chain none = WithModel({"d=d.onnx", "--state", "present.*=cache.*"});
  EXPECT_EQ(ExpandPatterns(&none).message(), "no outputs and inputs fit d.present.*=d.cache.*");
}

}  // namespace
}  // namespace shapewright::cli
