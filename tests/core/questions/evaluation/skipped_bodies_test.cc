// What rests on a body that does not run. Sizes and what runs: onnxruntime 1.32, but for a Scan
// without iterations, which it refuses and the specification allows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "shapewright/v1/plan.pb.h"
#include "tests/core/inference/support/fresh_cases.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using ::testing::ElementsAre;

// S28: the number of elements of this Range has no value for a step of 0, so it is no upper bound
// of what the Loop carries, which is x where it does not iterate.
TEST(S28SkippedBodies, AStepOfZeroBoundsNothing) {
  constexpr char kModel[] = R"(
    opset 20
    input x: float32[N]
    input m: int64[]
    input step: int64[]
    const yes: bool[] = 1
    y = Loop(m, yes, x) body={ input i: int64[] input c: bool[] input a: float32[?]
      const one: int64[] = 1
      const three: int64[] = 3
      u = Unique(a)
      r = Range(one, three, step)
      f = Cast(r) to=1
      k = Identity(c)
      output k output f }
    output y
  )";
  const auto sizes_at = [&](int64_t m, int64_t step) {
    const auto answer = Evaluated(kModel, BindingOf({{"x", "float32", {1}, {}},
                                                     {"m", "int64", {}, {m}},
                                                     {"step", "int64", {}, {step}}}));
    EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
    return SizesOf(answer.evaluations(0));
  };
  EXPECT_THAT(sizes_at(0, 0), ElementsAre(1));
  EXPECT_THAT(sizes_at(0, 1), ElementsAre(1));
  EXPECT_THAT(sizes_at(2, 1), ElementsAre(2));
}

// S36: the sizes of what a Scan without iterations gathers are those of nothing: here quotients
// by 0.
TEST(S36SkippedBodies, SizesOfNothingDoNotFail) {
  constexpr char kModel[] = R"(
    opset 22
    input x: float32[N]
    input s: int64[1]
    v, y = Scan(x, x) num_scan_inputs=1 body={ input a: float32[?] input b: float32[]
      const zero: int64[1] = 0
      const one: int64[1] = 1
      const four: int64[1] = 4
      n = Shape(a)
      first = Slice(n, zero, one)
      q = Div(first, four)
      t = Concat(s, q) axis=0
      r = Reshape(b, t)
      o = Identity(a)
      output o output r }
    output v
    output y
  )";
  const auto at = [&](int64_t n, int64_t s) {
    return Evaluated(kModel, BindingOf({{"x", "float32", {n}, {}}, {"s", "int64", {1}, {s}}}))
        .evaluations(0);
  };
  const v1::Evaluation none = at(0, 2);
  EXPECT_EQ(none.verdict(), v1::Evaluation::VERDICT_VALID) << none.ShortDebugString();
  ASSERT_EQ(none.outputs(1).sizes_size(), 3);
  EXPECT_EQ(none.outputs(1).sizes(0), 0);
  EXPECT_EQ(at(4, 1).verdict(), v1::Evaluation::VERDICT_VALID);
  EXPECT_EQ(at(2, 1).verdict(), v1::Evaluation::VERDICT_INVALID);
}

// S36: these elements leave the other branch alone. The binding does not say that the condition
// asks for it.
TEST(S36SkippedBodies, AConditionThatNobodyTells) {
  constexpr char kModel[] = R"(
    opset 16
    input x: float32[N, 2]
    input c: bool[]
    input s: int64[2]
    v, w = Split(x) axis=0
    y = If(c) then_branch={ a = Identity(w) output a }
              else_branch={ b = Reshape(w, s) output b }
    output y
  )";
  constexpr char kBox[] = R"(
    model { premises: ['1 <= N', 'N <= 2', '1 <= s[0]', 's[0] <= 4', '-1 <= s[1]', 's[1] <= 2'] }
  )";
  const auto verdict_at = [&](Case binding) {
    return Evaluated(kModel, kBox + BindingOf(binding)).evaluations(0).verdict();
  };
  const CaseInput x = {"x", "float32", {2, 2}, {}};
  const CaseInput bad = {"s", "int64", {2}, {4, 1}};
  EXPECT_EQ(verdict_at({x, bad}), v1::Evaluation::VERDICT_OPEN);
  EXPECT_EQ(verdict_at({x, bad, {"c", "bool", {}, {1}}}), v1::Evaluation::VERDICT_VALID);
  EXPECT_EQ(verdict_at({x, bad, {"c", "bool", {}, {0}}}), v1::Evaluation::VERDICT_INVALID);
  EXPECT_EQ(verdict_at({x, {"s", "int64", {2}, {1, 2}}}), v1::Evaluation::VERDICT_VALID);
  const auto profiles =
      AnswerOf<v1::PlanProfilesResponse>(RequestOf<v1::PlanProfilesRequest>(kModel, kBox));
  EXPECT_NE(profiles.profiles(0).proof(), v1::Profile::PROOF_PROVED);
}

}  // namespace
}  // namespace shapewright::questions
