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
      f = Identity(z)
      output f
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
    y = If(p) then_branch={ a = Concat(x, x) output a }
              else_branch={ b = Identity(x) output b }
    output y
  )");
  EXPECT_THAT(model.Diagnostics(), ElementsAre("ERROR MISSING_ATTRIBUTE"));
}

}  // namespace
}  // namespace shapewright::inference
