// Facts that hold under guards within guards, and declared ranks beside inferred ones: S32 and S35
// of docs/semantics.md; choices: S26.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/core/inference/support/inferred.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::inference {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr absl::string_view kNested = R"(
    input x: float32[B, S]
    input sr: int64[]
    const rate: int64[] = 16000
    const one: int64[] = 1
    const axis: int64[1] = 1
    const index: int64[] = 1
    p = Equal(sr, rate)
    y = If(p) then_branch={
          shape = Shape(x)
          s = Gather(shape, index) axis=0
          q = Equal(s, one)
          inner = If(q) then_branch={ a = Squeeze(x, axis) output a }
                        else_branch={ b = Identity(x) output b }
          output inner
        } else_branch={ c = Identity(x) output c }
    output y
  )";

TEST(S32Violations, AnInnerGuardThatIsFalseSilencesTheFact) {
  const auto answer = Answer(EvaluateRequestOf(kNested, R"pb(
    bindings {
      symbols { symbol: "B" size: 2 }
      symbols { symbol: "S" size: 7 }
      symbols { symbol: "sr[]" size: 16000 }
    })pb"));
  ASSERT_GT(Answer(Request(kNested, "")).facts_size(), 0);
  EXPECT_THAT(answer.evaluations(0).violations(), IsEmpty());
}

// In a function, and by the number of iterations of a loop within a branch.
TEST(S32Violations, GuardsOfFunctionsAndLoops) {
  const auto answer = Answer(EvaluateRequestOf(R"(
    opset 17
    opset my.domain 1
    input x: float32[N]
    input m: int64[]
    input p: bool[]
    const five: float32[5] = 1. 2. 3. 4. 5.
    function my.domain.F(x, m, p, five) -> (y) {
      y = If(p) then_branch={
            l = Loop(m, _, x) body={
              input i: int64[] input c: bool[] input v: float32[?]
              d = Identity(c) w = MatMul(x, five) u = Identity(v) output d output u }
            output l
          } else_branch={ c = Identity(x) output c }
    }
    y = my.domain.F(x, m, p, five)
    output y
  )",
                                               R"pb(
                                                 bindings {
                                                   symbols { symbol: "N" size: 7 }
                                                   symbols { symbol: "m[]" size: 0 }
                                                 }
                                                 bindings {
                                                   symbols { symbol: "N" size: 7 }
                                                   symbols { symbol: "m[]" size: 1 }
                                                 })pb"));
  EXPECT_THAT(answer.evaluations(0).violations(), IsEmpty());
  EXPECT_THAT(answer.evaluations(1).violations(), Not(IsEmpty()));
}

// As a sum, 7*c + (a//b)*(1 - c), the size would have no value at b = 0.
TEST(S26Choice, OfABranchThatHasNoValueElsewhere) {
  constexpr absl::string_view kQuotient = R"(
    input x: float32[a, b]
    const none: int64[1] = 0
    const seven: int64[1] = 7
    shape = Shape(x)
    m, n = Split(shape)
    p = Equal(n, none)
    c = Squeeze(p)
    y = If(c) then_branch={ f = ConstantOfShape(seven) output f }
              else_branch={ q = Div(m, n) g = ConstantOfShape(q) output g }
    output y
  )";
  EXPECT_EQ(Inferred(kQuotient).Type("y"), "float32[if((b = 0), 7, a//b)]");
  const auto answer = Answer(EvaluateRequestOf(kQuotient, R"pb(
    bindings {
      symbols { symbol: "a" size: 8 }
      symbols { symbol: "b" size: 0 }
    }
    bindings {
      symbols { symbol: "a" size: 8 }
      symbols { symbol: "b" size: 3 }
    })pb"));
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
  EXPECT_EQ(answer.evaluations(0).outputs(0).sizes(0), 7);
  EXPECT_EQ(answer.evaluations(1).verdict(), v1::Evaluation::VERDICT_VALID);
  EXPECT_EQ(answer.evaluations(1).outputs(0).sizes(0), 2);
}

// The branches have the ranks 1 and 2.
TEST(S35DeclaredRank, OutsideOfTheInferredOnesIsAConflict) {
  constexpr absl::string_view kRanks = R"(
    input x: float32[N, 1]
    input p: bool[]
    const axis: int64[1] = 1
    y = If(p) then_branch={ a = Squeeze(x, axis) output a }
              else_branch={ b = Identity(x) output b }
    output y: float32)";
  const Inferred scalar(absl::StrCat(kRanks, "[]"));
  EXPECT_EQ(scalar.Type("y"), "float32?");
  EXPECT_THAT(scalar.Diagnostics(), Contains("WARNING DECLARED_TYPE_CONFLICT"));
  const Inferred vector(absl::StrCat(kRanks, "[M]"));
  EXPECT_EQ(vector.Type("y"), "float32[M]");
}

}  // namespace
}  // namespace shapewright::inference
