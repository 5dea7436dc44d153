// Requests for chains that are wrong, or ask for much (S80): each a clear error of its field, at a
// bounded cost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"
#include "core/questions/chain/infer_chain.h"
#include "tests/core/questions/chain/chain_requests.h"

namespace shapewright::questions {
namespace {

using testing::HasSubstr;

constexpr char kRelu[] = "input x: float32[N]\n y = Relu(x)\n output y";
constexpr char kPasses[] = "input x: float32[N]\n x2 = Relu(x)\n y = Add(x2, x)\n output y";

absl::Status ErrorOf(const v1::InferChainRequest& request) { return InferChain(request).status(); }

// Stages s0, s1, ..., each linked to the next one; `closes`: and the last to the first.
v1::InferChainRequest LongChain(int count, bool closes) {
  std::vector<std::pair<std::string, absl::string_view>> stages;
  std::vector<std::string> links;
  for (int i = 0; i < count; ++i) {
    stages.emplace_back(absl::StrCat("s", i), kRelu);
    if (i > 0) links.push_back(absl::StrCat("s", i - 1, ".y -> s", i, ".x"));
  }
  if (closes) links.push_back(absl::StrCat("s", count - 1, ".y -> s0.x"));
  return ChainRequest(stages, links, "scope: SCOPE_OUTPUTS");
}

TEST(HostileChain, S80LongChains) {
  const auto answer = ChainAnswer(LongChain(1000, false));
  EXPECT_TRUE(answer.fits());
  EXPECT_EQ(answer.links_size(), 999);
  EXPECT_THAT(OutputsOf(answer), testing::ElementsAre("y: float32[N]"));
  const absl::Status circle = ErrorOf(LongChain(1000, true));
  EXPECT_TRUE(absl::IsInvalidArgument(circle)) << circle;
  EXPECT_EQ(graph::FieldOf(circle), "chain.links[0]");
  EXPECT_THAT(circle.message(), HasSubstr("the stages wait for each other: "));
}

TEST(HostileChain, S80WorkOfAChainIsCounted) {
  v1::InferChainRequest request = LongChain(1000, false);
  request.mutable_limits()->set_work(100'000);
  EXPECT_TRUE(absl::IsResourceExhausted(ErrorOf(request))) << ErrorOf(request);
  v1::InferChainRequest closed = LongChain(1000, true);
  closed.mutable_limits()->set_work(100'000);
  EXPECT_TRUE(absl::IsResourceExhausted(ErrorOf(closed))) << ErrorOf(closed);
}

TEST(HostileChain, S80AnswerOfAChainIsBounded) {
  v1::InferChainRequest request = LongChain(1000, false);
  request.mutable_limits()->set_answer_bytes(20'000);
  EXPECT_TRUE(absl::IsResourceExhausted(ErrorOf(request))) << ErrorOf(request);
}

struct Wrong {
  const char* name;
  const char* link;
  const char* field;
  const char* words;
};

class WrongLink : public testing::TestWithParam<Wrong> {};

TEST_P(WrongLink, S80IsAnErrorOfItsField) {
  const absl::Status status =
      ErrorOf(ChainRequest({{"a", kRelu}, {"b", kPasses}}, {"a.y -> b.x", GetParam().link}));
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_EQ(graph::FieldOf(status), std::string("chain.links[1].") + GetParam().field);
  EXPECT_THAT(status.message(), HasSubstr(GetParam().words));
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongLink,
    testing::Values(Wrong{"NoStage", ".y -> b.x", "output.stage", "there is no stage \"\""},
                    Wrong{"UnknownStage", "a.y -> bb.x", "input.stage", "did you mean `b`?"},
                    Wrong{"NoValue", "a. -> b.x", "output.value", "has no output \"\""},
                    Wrong{"InputAsOutput", "a.x -> b.x", "output.value", "has no output \"x\""},
                    Wrong{"InnerValue", "b.x2 -> a.x", "output.value", "has no output \"x2\""},
                    Wrong{"Itself", "b.y -> b.x", "input.stage", "cannot wait for itself"},
                    Wrong{"Twice", "a.y -> b.x", "input.value", "an earlier link leads to it"}),
    [](const auto& info) { return std::string(info.param.name); });

std::string FieldWith(const std::string& rest) {
  const absl::Status status = ErrorOf(ChainRequest({{"a", kRelu}, {"b", kPasses}}, {}, rest));
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  return graph::FieldOf(status);
}

TEST(HostileChain, S80StatesAndOutputsThatAreNone) {
  EXPECT_EQ(FieldWith("chain { states {} }"), "chain.states[0].output.stage");
  EXPECT_EQ(FieldWith("chain { states { output { stage: 'a' value: 'y' }"
                      " input { stage: 'b' value: 'x' } } }"),
            "chain.states[0].input.value");
  EXPECT_EQ(
      FieldWith("chain { outputs { stage: 'a' value: 'y' } outputs { stage: 'a' value: 'y' } }"),
      "chain.outputs[1].value");
  EXPECT_EQ(FieldWith("chain { outputs { stage: 'a' value: 'x' } }"), "chain.outputs[0].value");
  EXPECT_EQ(FieldWith("chain { operator_rules {} }"), "chain.operator_rules[0].key.op_type");
}

TEST(HostileChain, S80NamesOfStages) {
  const auto field_of = [](const std::string& name) {
    return graph::FieldOf(ErrorOf(ChainRequest({{name, kRelu}}, {})));
  };
  EXPECT_EQ(field_of(std::string(64, 's')), "");
  for (const std::string& name :
       {std::string(), std::string(65, 's'), std::string("1a"), std::string("a b"),
        std::string("\xc3\xa4"), std::string(1, '\0')}) {
    EXPECT_EQ(field_of(name), "chain.stages[0].name") << name;
  }
  v1::InferChainRequest none = ChainRequest({{"a", kRelu}}, {});
  none.mutable_chain()->mutable_stages(0)->clear_model();
  EXPECT_EQ(graph::FieldOf(ErrorOf(none)), "chain.stages[0].model");
}

// Every link to an output has its name, which is not repeated in full.
TEST(HostileChain, S80LongNamesAreShortInLinks) {
  const std::string name(100'000, 'n');
  const std::string maker =
      absl::StrCat("input x: float32[N]\n ", name, " = Relu(x)\n output ", name);
  v1::InferChainRequest request =
      ChainRequest({{"a", maker}, {"b", kRelu}, {"c", kRelu}},
                   {"a." + name + " -> b.x", "a." + name + " -> c.x"}, "include: PART_NODES");
  const auto answer = ChainAnswer(request);
  EXPECT_TRUE(answer.fits());
  for (const v1::LinkReport& link : answer.links()) {
    const std::string& node = answer.whole().graphs(0).nodes(static_cast<int>(link.node())).name();
    EXPECT_LT(node.size(), 200U);
    EXPECT_THAT(node, HasSubstr("n... -> "));
  }
}

}  // namespace
}  // namespace shapewright::questions
