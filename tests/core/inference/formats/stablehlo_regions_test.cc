// Operators of StableHLO that hold regions, and functions of a module: what the cases of
// tests/core/rules/operators/cases cannot say. The modules are as jax exports them; expected values
// by hand from the specification.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "core/rules/state/workspace.h"
#include "tests/core/inference/support/inferred.h"

namespace shapewright::inference {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Inferred InferModule(absl::string_view text) {
  return Inferred(absl::StrCat("opset stablehlo 1\nopset func 1\n", text));
}

// As lax.scan over the first axis: a counter, a constant that goes through, and what is carried.
TEST(StablehloWhile, KeepsWhatItCarries) {
  const Inferred model = InferModule(R"(
    input x: float32[N, 3]
    zero = stablehlo.constant() value=int32[](0)
    size = stablehlo.constant() value=int32[1](5)
    i, s, y = stablehlo.while(zero, size, x)
      cond={ input ci: int32[] input cs: int32[1] input cy: float32[N, 3]
             limit = stablehlo.constant() value=int32[](4)
             less = stablehlo.compare(ci, limit) comparison_direction='LT' output less }
      body={ input bi: int32[] input bs: int32[1] input by: float32[N, 3]
             one = stablehlo.constant() value=int32[](1)
             next = stablehlo.add(bi, one)
             of = stablehlo.dynamic_iota(bs) iota_dimension=0
             twice = stablehlo.add(by, by)
             output next output bs output twice }
    z = stablehlo.dynamic_iota(s) iota_dimension=0
    output y
    output z
  )");
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  EXPECT_EQ(model.Type("y"), "float32[N, 3]");
  // Elements that go through are known within the body, and after it.
  EXPECT_THAT(model.Type("of"), HasSubstr("[5]"));
  EXPECT_THAT(model.Type("z"), HasSubstr("[5]"));
}

TEST(StablehloWhile, RefusesABodyThatChangesATypeEvenIfItNeverRuns) {
  const Inferred model = InferModule(R"(
    input x: float32[4, 3]
    zero = stablehlo.constant() value=int32[](0)
    i, y = stablehlo.while(zero, x)
      cond={ input ci: int32[] input cy: float32[4, 3]
             limit = stablehlo.constant() value=int32[](0)
             less = stablehlo.compare(ci, limit) comparison_direction='LT' output less }
      body={ input bi: int32[] input by: float32[4, 3]
             one = stablehlo.constant() value=int32[](1)
             next = stablehlo.add(bi, one)
             wrong = stablehlo.transpose(by) permutation=[1, 0]
             sum = stablehlo.add(by, wrong)
             output next output sum }
    output y
  )");
  EXPECT_THAT(model.Diagnostics(), Contains("ERROR DIM_MISMATCH"));
}

constexpr absl::string_view kBranches = R"(
      true_branch={ a = stablehlo.negate(x) output a }
      false_branch={ b = stablehlo.concatenate(x, x) dimension=1 output b }
    output y
  )";

TEST(StablehloIf, JoinsItsBranches) {
  const Inferred model = InferModule(
      absl::StrCat("input p: bool[]\ninput x: float32[N, M]\ny = stablehlo.if(p)", kBranches));
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  EXPECT_EQ(model.Type("y").substr(0, 11), "float32[N, ");
}

TEST(StablehloIf, TakesTheBranchOfAKnownCondition) {
  const Inferred model = InferModule(absl::StrCat(
      "input x: float32[N, M]\np = stablehlo.constant() value=bool[](0)\ny = stablehlo.if(p)",
      kBranches));
  EXPECT_EQ(model.Type("y"), "float32[N, 2*M]");
}

TEST(StablehloReduce, InfersItsBody) {
  const Inferred model = InferModule(R"(
    input x: float32[N, M]
    zero = stablehlo.constant() value=float32[](0.0)
    y = stablehlo.reduce(x, zero) dimensions=[1]
      body={ input a: float32[] input b: float32[] sum = stablehlo.add(a, b) output sum }
    output y
  )");
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  EXPECT_EQ(model.Type("y"), "float32[N]");
  EXPECT_EQ(model.Type("sum"), "float32[]");
}

// As jax.export writes what it computes of sizes: they go to a function as operands.
TEST(StablehloCall, FollowsSizesThroughFunctions) {
  const Inferred model = InferModule(R"(
    input x: float32[b, 8]
    n = stablehlo.get_dimension_size(x) dimension=0
    y = func.widened(n, x)
    output y
    function func.widened(size, v) -> (w) {
      two = stablehlo.constant() value=int32[](2)
      wide = stablehlo.multiply(size, two)
      w = stablehlo.set_dimension_size(v, wide) dimension=1
    }
  )");
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  EXPECT_EQ(model.Type("y"), "float32[b, 2*b]");
}

TEST(StablehloComposite, HasTheResultsOfItsDecomposition) {
  const Inferred model = InferModule(R"(
    input x: float32[N, 8]
    y = stablehlo.composite(x) name='chlo.top_k' decomposition='top' version=1
    output y
    function func.top(v) -> (w) { w = stablehlo.slice(v) start_indices=[0, 0] limit_indices=[1, 3] strides=[1, 1] }
  )");
  EXPECT_EQ(model.Type("y"), "float32[1, 3]");
  EXPECT_THAT(model.Facts(), ElementsAre("REQUIRED 1 <= N"));
}

TEST(StablehloComposite, IsNoEndlessCall) {
  const Inferred model = InferModule(R"(
    input x: float32[N, 8]
    y = func.top(x)
    output y
    function func.top(v) -> (w) { w = stablehlo.composite(v) decomposition='top' }
  )");
  EXPECT_THAT(model.Diagnostics(), Contains("ERROR RECURSIVE_FUNCTION"));
}

// jax: an assertion of what symbols of the module must be.
TEST(StablehloAssertion, IsARequiredFact) {
  const Inferred model = InferModule(R"(
    input x: float32[b, 8]
    three = stablehlo.constant() value=int32[](3)
    n = stablehlo.get_dimension_size(x) dimension=0
    ok = stablehlo.compare(n, three) comparison_direction='GE'
    _ = stablehlo.custom_call(ok, n) call_target_name='shape_assertion' error_message='b is at least 3'
    y = stablehlo.negate(x)
    output y
  )");
  EXPECT_THAT(model.Facts(), Contains("REQUIRED 3 <= b"));
}

// What a module says of a broken assertion is shortened as all messages are.
TEST(StablehloAssertion, HasABoundedMessage) {
  constexpr size_t kMost = rules::Workspace::kMaxMessageBytes;
  const Inferred model = InferModule(absl::StrCat(
      "never = stablehlo.constant() value=bool[](0)\n",
      "_ = stablehlo.custom_call(never) call_target_name='shape_assertion' error_message='",
      std::string(2 * kMost, 'x'), "'\n"));
  ASSERT_EQ(model.answer().diagnostics_size(), 1);
  EXPECT_THAT(model.answer().diagnostics(0).message(), HasSubstr("can never hold: xxxx"));
  // Behind it stands how much is left out.
  EXPECT_LE(model.answer().diagnostics(0).message().size(), kMost + 100);
}

}  // namespace
}  // namespace shapewright::inference
