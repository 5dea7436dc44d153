// Types of operands that the specification does not allow: expected values from ONNX's operator
// schemas (onnx.defs).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/questions/infer_request.h"
#include "tests/core/inference/support/inferred.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::inference {
namespace {

using questions::InferRequest;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr absl::string_view kReluOfStrings = R"(
  input x: string[N]
  y = Relu(x)
  output y
)";

TEST(OperandTypes, AWrongOneIsAWarning) {
  const Inferred model(kReluOfStrings);
  EXPECT_THAT(model.Diagnostics(), ElementsAre("WARNING ELEMENT_TYPE_NOT_ALLOWED"));
  EXPECT_EQ(model.Type("y"), "string[N]");
  const v1::Diagnostic& found = model.answer().diagnostics(0);
  EXPECT_THAT(found.message(), HasSubstr("input 0 is string"));
  EXPECT_THAT(found.suggestion(), HasSubstr("float32"));
  EXPECT_EQ(found.site().node(), 0);
  EXPECT_EQ(found.site().input(), 0);
}

TEST(OperandTypes, AWrongOneIsAnErrorWhereTypesAreChecked) {
  v1::InferShapesRequest request =
      Request(kReluOfStrings, "model { options { check_types: true } }");
  EXPECT_EQ(Answer(request).statistics().errors(), 1);
  request.set_strictness(v1::STRICTNESS_NO_ERRORS);
  EXPECT_TRUE(absl::IsInvalidArgument(InferRequest(request).status()));
  request.mutable_model()->mutable_options()->set_check_types(false);
  EXPECT_TRUE(InferRequest(request).ok());
}

TEST(OperandTypes, OfOneVariableAreTheSame) {
  const Inferred model(R"(
    input c: bool[2]
    input x: float32[2]
    input y: float32[2]
    input w: float64[]
    good = Where(c, x, y)
    bad = Clip(x, w)
    output good
    output bad
  )");
  EXPECT_THAT(model.Diagnostics(), ElementsAre("WARNING ELEMENT_TYPE_MISMATCH"));
}

// An error of the rule says it already.
TEST(OperandTypes, AreNotLookedAtWhereTheNodeFails) {
  const Inferred model(R"(
    input x: string[2, 3]
    input y: string[4, 5]
    z = MatMul(x, y)
    output z
  )");
  EXPECT_THAT(model.Diagnostics(), ElementsAre("ERROR DIM_MISMATCH"));
}

TEST(OperandTypes, OfValuesThatAreNotKnownAreAllowed) {
  const Inferred model(R"(
    input x: float32[2]
    u = Mystery(x)
    y = Relu(u)
    output y
  )");
  EXPECT_THAT(model.Diagnostics(), ElementsAre("WARNING UNKNOWN_OPERATOR"));
}

TEST(OperandTypes, EachInputOfAVariadicCounts) {
  const Inferred model(R"(
    input x: int32[2]
    input y: int32[2]
    z = Sum(x, x, y)
    output z
  )");
  EXPECT_THAT(model.Diagnostics(), ElementsAre("WARNING ELEMENT_TYPE_NOT_ALLOWED"));
}

}  // namespace
}  // namespace shapewright::inference
