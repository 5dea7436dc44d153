// Sizes of states after T steps (S81). Oracle: the relation of one step, iterated with numbers by
// evaluating the model at the sizes of the step before.
#include "core/inference/chain/state_sizes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/core/inference/chain/chain_requests.h"

namespace shapewright::inference {
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
        Growth{"ByData",
               "input past: float32[p]\n n = NonZero(past)\n const k: int64[1] = 0\n"
               " m = Squeeze(n, k)\n present = Cast(m) to=1\n output present",
               0, "", "decided by data"},
        Growth{"CannotGoOn",
               "input past: float32[4]\n present = Concat(past, past) axis=0\n output present", 0,
               "", "the second step cannot run: the input takes 4, the output has 8"}),
    [](const auto& info) { return std::string(info.param.name); });

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
}  // namespace shapewright::inference
