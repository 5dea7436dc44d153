// Errors in branches and bodies that may not be executed (S2).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/string_view.h"
#include "tests/core/inference/support/inferred.h"

namespace shapewright::inference {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

// Found by ./dev fuzz models: onnxruntime runs these with p = 0.
TEST(S2Scope, WhatARunMeetsUnderAGuardIsAWarning) {
  const Inferred branch(R"(
    input p: bool[]
    input x: int64[3]
    input z: int64[]
    const four: int64[] = 4
    const axis: int64[1] = 3
    const parts: int64[1] = 1
    y = If(p) then_branch={
      a = Gather(x, four)
      b = Unsqueeze(z, axis)
      c, d = Split(x, parts)
      output a
    } else_branch={ e = Identity(z) output e }
    output y
  )");
  EXPECT_THAT(branch.Diagnostics(),
              UnorderedElementsAre("WARNING INDEX_OUT_OF_RANGE", "WARNING AXIS_OUT_OF_RANGE",
                                   "WARNING WRONG_SPLIT"));
  const Inferred body(R"(
    input p: bool[]
    input x: int64[3]
    const m: int64[] = 2
    const four: int64[] = 4
    y = Loop(m, p, x) body={
      input i: int64[]
      input c: bool[]
      input v: int64[3]
      a = Gather(x, four)
      w = Identity(v)
      output c
      output w
    }
    output y
  )");
  EXPECT_THAT(body.Diagnostics(), ElementsAre("WARNING INDEX_OUT_OF_RANGE"));
}

TEST(S2Scope, WhatARuntimeRefusesAtLoadIsAnErrorUnderAGuardToo) {
  const Inferred model(R"(
    input p: bool[]
    input x: float32[3, 4]
    y = If(p) then_branch={ a = Transpose(x) perm=[0] output a }
              else_branch={ b = Identity(x) output b }
    output y
  )");
  EXPECT_THAT(model.Diagnostics(), ElementsAre("ERROR BAD_PERMUTATION"));
}

TEST(S2Scope, WhatARunMeetsInEveryBranchIsAnErrorWhereTheNodeRuns) {
  constexpr absl::string_view kIf = R"(
    input p: bool[]
    input x: int64[3]
    const four: int64[] = 4
    const five: int64[] = 5
    y = If(p) then_branch={ a = Gather(x, four) output a }
              else_branch={ b = Gather(x, five) output b }
    output y
  )";
  const Inferred alone(kIf);
  EXPECT_THAT(alone.Diagnostics(),
              ElementsAre("ERROR INDEX_OUT_OF_RANGE", "ERROR INDEX_OUT_OF_RANGE"));
  const Inferred within(R"(
    input p: bool[]
    input q: bool[]
    input x: int64[3]
    input z: int64[]
    const four: int64[] = 4
    const five: int64[] = 5
    y = If(q) then_branch={
      w = If(p) then_branch={ a = Gather(x, four) output a }
                else_branch={ b = Gather(x, five) output b }
      output w
    } else_branch={ e = Identity(z) output e }
    output y
  )");
  EXPECT_THAT(within.Diagnostics(),
              ElementsAre("WARNING INDEX_OUT_OF_RANGE", "WARNING INDEX_OUT_OF_RANGE"));
}

// An error under the guard of an inner If does not make both branches of the outer If wrong.
TEST(S2Scope, WhatAnInnerGuardHidesIsNoErrorOfTheOuterNode) {
  const Inferred model(R"(
    input p: bool[]
    input q: bool[]
    input x: int64[3]
    input z: int64[]
    const four: int64[] = 4
    y = If(p) then_branch={
      v = If(q) then_branch={ a = Gather(x, four) output a }
                else_branch={ e = Identity(z) output e }
      output v
    } else_branch={ b = Gather(x, four) output b }
    output y
  )");
  EXPECT_THAT(model.Diagnostics(),
              ElementsAre("WARNING INDEX_OUT_OF_RANGE", "WARNING INDEX_OUT_OF_RANGE"));
}

}  // namespace
}  // namespace shapewright::inference
