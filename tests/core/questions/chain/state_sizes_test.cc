// Sizes of states after T steps (S81). Oracle: the relation of one step, iterated with numbers by
// evaluating the model at the sizes of the step before.
#include "core/questions/chain/state_sizes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "tests/core/questions/chain/chain_requests.h"

namespace shapewright::questions {
namespace {

using testing::HasSubstr;

std::string Text(const v1::Dim& dim) {
  return dim.has_size() ? std::to_string(dim.size()) : dim.expr();
}

v1::StateReport StateOf(const std::string& model) {
  v1::InferChainRequest request = ChainRequest({{"d", model}}, {}, R"(
    chain { states { output { stage: 'd' value: 'present' } input { stage: 'd' value: 'past' } } })");
  const auto answer = ChainAnswer(request);
  EXPECT_EQ(answer.states_size(), 1);
  return answer.states_size() == 1 ? answer.states(0) : v1::StateReport();
}

struct Growth {
  const char* name;
  const char* model;
  int axis;
  const char* after;
  const char* reason = "";
};

class StateSizesTest : public testing::TestWithParam<Growth> {};

TEST_P(StateSizesTest, S81AfterTSteps) {
  const Growth& growth = GetParam();
  const v1::StateReport state = StateOf(growth.model);
  EXPECT_EQ(state.reason(), "");
  ASSERT_GT(state.axes_size(), growth.axis);
  const v1::StateAxis& axis = state.axes(growth.axis);
  EXPECT_EQ(axis.has_after_steps() ? Text(axis.after_steps()) : "", growth.after)
      << state.DebugString();
  EXPECT_THAT(axis.reason(), HasSubstr(growth.reason));
}

INSTANTIATE_TEST_SUITE_P(
    All, StateSizesTest,
    testing::Values(
        Growth{"Added",
               "input past: float32[B, p]\n input x: float32[B, s]\n"
               " present = Concat(past, x) axis=1\n output present",
               1, "s*T + p"},
        Growth{"Fixed",
               "input past: float32[B, p]\n input x: float32[B, s]\n"
               " present = Concat(past, x) axis=1\n output present",
               0, "B"},
        Growth{"Doubled",
               "input past: float32[p]\n present = Concat(past, past) axis=0\n output present", 0,
               "p*2^T"},
        Growth{"FromThenOn",
               "input past: float32[p]\n input x: float32[s]\n present = Relu(x)\n output present",
               0, "s"},
        Growth{"Window",
               "input past: float32[p]\n input x: float32[s]\n all = Concat(past, x) axis=0\n"
               " const a: int64[1] = -16\n const b: int64[1] = 9223372036854775807\n const c: "
               "int64[1] = 0\n"
               " present = Slice(all, a, b, c)\n output present",
               0, "min(s*T + p, 16)"},
        Growth{"MaskBeforeState",
               "input x: float32[s]\n input mask: float32[total]\n input past: float32[p]\n"
               " present = Concat(past, x) axis=0\n m = MatMul(present, mask)\n output present\n"
               " output m",
               0, "s*T + p"},
        Growth{"MaskBehindState",
               "input x: float32[s]\n input past: float32[p]\n input mask: float32[total]\n"
               " present = Concat(past, x) axis=0\n m = MatMul(present, mask)\n output present\n"
               " output m",
               0, "s*T + p"},
        Growth{"StateBeforeTheOthers",
               "input past: float32[p]\n input mask: float32[total]\n input x: float32[s]\n"
               " present = Concat(past, x) axis=0\n m = MatMul(present, mask)\n output present\n"
               " output m",
               0, "s*T + p"},
        // By numpy: sizes that are not equal and not 1 do not add up.
        Growth{"MaskWithoutState",
               "input past: float32[P]\n input mask: float32[P]\n input x: float32[s]\n"
               " a = Add(past, mask)\n present = Concat(a, x) axis=0\n output present",
               0, "s*T + P", "another step needs axis 0 of \"mask\" = s*T + P"},
        // Concat of 8 - P more.
        Growth{"RoomForEight",
               "input past: float32[P]\n input x: float32[s]\n input all: float32[8]\n"
               " k = Shape(past)\n const e: int64[1] = 8\n r = Sub(e, k)\n"
               " rest = ConstantOfShape(r)\n present = Concat(past, x) axis=0\n"
               " output present\n output rest",
               0, "s*T + P", "another step needs "},
        Growth{"Less",
               "input past: float32[P]\n const p: int64[2] = -1 0\n present = Pad(past, p)\n"
               " output present",
               0, "P - T", "another step needs "},
        Growth{"ByData",
               "input past: float32[p]\n n = NonZero(past)\n const k: int64[1] = 0\n"
               " m = Squeeze(n, k)\n present = Cast(m) to=1\n output present",
               0, "", "decided by data"},
        Growth{"CannotGoOn",
               "input past: float32[4]\n present = Concat(past, past) axis=0\n output present", 0,
               "", "the second step cannot run: the input takes 4, the output has 8"}),
    [](const auto& info) { return std::string(info.param.name); });

// What is promised of the sizes before the first step has to hold before the others.
TEST(StateSizes, S81PremisesBindEachStep) {
  const auto needs = [](const std::string& premise) {
    const auto answer =
        ChainAnswer(ChainRequest({{"d",
                                   "input past: float32[P]\n input x: float32[s]\n"
                                   " present = Concat(past, x) axis=0\n output present"}},
                                 {},
                                 absl::StrCat("chain { premises: '", premise,
                                              "' states { output { stage: 'd' value: 'present' } "
                                              "input { stage: 'd' value: 'past' } } }")));
    return answer.states(0).axes(0).reason();
  };
  EXPECT_EQ(needs("s <= 8"), "");
  EXPECT_EQ(needs("P <= 3"), "another step needs s*T + P <= 3");
  EXPECT_THAT(needs("P + s <= 8"), HasSubstr("another step needs s*T + P"));
  EXPECT_EQ(needs("mod(P, 8) = 0"), "another step needs mod(s*T + P, 8) = 0");
  EXPECT_EQ(needs("P in {1, 2}"), "another step needs s*T + P <= 2; s*T + P in {1, 2}");
}

// The symbol of the steps has a name that no model declares (S71).
TEST(StateSizes, S71NameOfTheSteps) {
  const auto steps = [](const std::string& dims, const std::string& more) {
    const auto answer = ChainAnswer(ChainRequest(
        {{"d", absl::StrCat("input past: float32[", dims, "]\n input x: float32[s", more,
                            "]\n present = Concat(past, x) axis=0\n output present")}},
        {},
        "chain { states { output { stage: 'd' value: 'present' } "
        "input { stage: 'd' value: 'past' } } }"));
    return absl::StrCat(answer.steps_symbol(), ": ", Text(answer.states(0).axes(0).after_steps()));
  };
  EXPECT_EQ(steps("P", ""), "T: s*T + P");
  EXPECT_EQ(steps("T", ""), "T@2: s*`T@2` + T");
  EXPECT_EQ(steps("P, T", ", T"), "T@2: s*`T@2` + P");
  EXPECT_EQ(steps("T, T@2", ", T@2"), "T@3: s*`T@3` + T");
}

TEST(StateSizes, S81WhatCannotBeFedBack) {
  EXPECT_THAT(
      StateOf("input past: float32[p]\n present = Cast(past) to=7\n output present").reason(),
      HasSubstr("elements of int64"));
  EXPECT_THAT(
      StateOf("input past: float32[p]\n const k: int64[1] = 0\n present = Unsqueeze(past, k)\n"
              " output present")
          .reason(),
      HasSubstr("rank 2"));
}

}  // namespace
}  // namespace shapewright::questions
