// The worked examples of the TVM proposal for dynamic dimensions
// (github.com/dmlc/tvm/issues/3042). Expected sizes are those of numpy.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "shapewright/v1/plan.pb.h"
#include "tests/core/inference/support/inferred.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::inference {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// fn (%i: int32) { let seq = arange(0, %i, 1); sum(seq); }
constexpr char kArangeSum[] = R"(
  input i: int32[]
  const zero: int32[] = 0
  const one: int32[] = 1
  seq = Range(zero, i, one)
  sum = ReduceSum(seq) keepdims=0
  output sum
)";

TEST(TvmExamples, ArangeThenSumIsAFunctionOfTheValue) {
  const Inferred inferred(kArangeSum);
  EXPECT_EQ(inferred.Type("seq"), "int32[max(0, i[])]");
  EXPECT_EQ(inferred.Type("sum"), "int32[]");
}

// The shape function: the allocation's size from the value, no kernel run.
// len(numpy.arange(0, i, 1)) is 12, 0 and 0.
TEST(TvmExamples, ArangeThenSumAllocatesByTheValue) {
  const auto answer = Answer(EvaluateRequestOf(kArangeSum, R"pb(
    values: "seq"
    memory {}
    bindings { symbols { symbol: "i[]" size: 12 } }
    bindings { symbols { symbol: "i[]" size: 0 } }
    bindings {
      inputs {
        name: "i"
        values: [ -3 ]
      }
    })pb"));
  EXPECT_THAT(SizesOf(answer.evaluations(0)), ElementsAre(12));
  EXPECT_THAT(BytesOf(answer.evaluations(0)), ElementsAre(4, 48));
  EXPECT_EQ(answer.evaluations(0).memory().intermediates_bytes(), 48);
  EXPECT_THAT(SizesOf(answer.evaluations(1)), ElementsAre(0));
  EXPECT_THAT(SizesOf(answer.evaluations(2)), ElementsAre(0));
}

// arange(start, stop, step) in full: len(numpy.arange(2, 11, 3)) is 3,
// len(numpy.arange(5, -6, -2)) is 6.
TEST(TvmExamples, ArangeInFull) {
  constexpr char kArange[] = R"(
    input start: int64[]
    input stop: int64[]
    input step: int64[]
    seq = Range(start, stop, step)
    output seq
  )";
  const auto sizes = [&](int start, int stop, int step) {
    const auto answer = Answer(EvaluateRequestOf(
        kArange, absl::StrCat("bindings { symbols { symbol: 'start[]' size: ", start,
                              " } symbols { symbol: 'stop[]' size: ", stop,
                              " } symbols { symbol: 'step[]' size: ", step, " } }")));
    return SizesOf(answer.evaluations(0))[0];
  };
  EXPECT_EQ(sizes(2, 11, 3), 3);
  EXPECT_EQ(sizes(5, -6, -2), 6);
  EXPECT_EQ(sizes(5, 2, 1), 0);
  // A step of 0 is no range.
  const auto answer = Answer(EvaluateRequestOf(kArange, R"pb(
    bindings {
      symbols { symbol: "start[]" size: 0 }
      symbols { symbol: "stop[]" size: 4 }
      symbols { symbol: "step[]" size: 0 }
    })pb"));
  ASSERT_EQ(answer.evaluations(0).violations_size(), 2);
  EXPECT_EQ(answer.evaluations(0).violations(0).kind(), v1::Violation::KIND_FACT);
  EXPECT_EQ(answer.evaluations(0).violations(1).kind(), v1::Violation::KIND_UNDEFINED);
}

// f: (Tensor<n>, Tensor<m>) -> Tensor<n + 1, m>
TEST(TvmExamples, ResultsAreFunctionsOfTheSizes) {
  constexpr char kFunction[] = R"(
    input a: float32[n]
    input b: float32[m]
    const pads: int64[2] = 0 1
    c = Pad(a, pads)
    const last: int64[1] = 1
    const first: int64[1] = 0
    column = Unsqueeze(c, last)
    row = Unsqueeze(b, first)
    f = Mul(column, row)
    output f
  )";
  EXPECT_EQ(Inferred(kFunction).Type("f"), "float32[n + 1, m]");
  EXPECT_THAT(Inferred(kFunction).Facts(), IsEmpty());
  const auto answer = Answer(EvaluateRequestOf(kFunction, R"pb(
    bindings {
      inputs { name: "a" sizes: 4 }
      inputs { name: "b" sizes: 7 }
    })pb"));
  EXPECT_THAT(SizesOf(answer.evaluations(0)), ElementsAre(5, 7));
  EXPECT_THAT(BytesOf(answer.evaluations(0)), ElementsAre(5 * 7 * 4));
}

// fn @f(%x : Tensor[(10, 10)]) { ... } let x: Tensor(Any, Any) = ...; @f(x):
// one check per call, and the function knows its shape.
TEST(TvmExamples, AFixedFunctionCalledWithAnyGivesAPrecondition) {
  constexpr char kGradual[] = R"(
    input x: float32[?, ?]
    const w: float32[10, 1] = 0 1 2 3 4 5 6 7 8 9
    t = Transpose(x) perm=[1, 0]
    left = MatMul(x, w)
    right = MatMul(t, w)
    output left
    output right
  )";
  const Inferred inferred(kGradual);
  EXPECT_EQ(inferred.Type("x"), "float32[10, 10]");
  EXPECT_EQ(inferred.DeclaredType("x"), "float32[?1, ?2]");
  EXPECT_EQ(inferred.Type("left"), "float32[10, 1]");
  EXPECT_THAT(inferred.Facts(), ElementsAre("REQUIRED ?2 = 10", "REQUIRED ?1 = 10"));
  EXPECT_TRUE(inferred.answer().facts(0).precondition());
  EXPECT_TRUE(inferred.answer().facts(1).precondition());
  const auto answer = Answer(EvaluateRequestOf(kGradual, R"pb(
    bindings {
      inputs {
        name: "x"
        sizes: [ 10, 10 ]
      }
    }
    bindings {
      inputs {
        name: "x"
        sizes: [ 10, 9 ]
      }
    })pb"));
  EXPECT_THAT(answer.evaluations(0).violations(), IsEmpty());
  ASSERT_EQ(answer.evaluations(1).violations_size(), 1);
  EXPECT_EQ(answer.evaluations(1).violations(0).left(), 9);
  EXPECT_EQ(answer.evaluations(1).violations(0).right(), 10);
  EXPECT_EQ(answer.evaluations(1).violations(0).suggestion(), "?2 must be 10");
}

// "Implement bucketing style approach to code generation."
TEST(TvmExamples, Bucketing) {
  constexpr char kModel[] = R"(
    input x: float32[Any, 4]
    y = Relu(x)
    output y
  )";
  const auto plan = AnswerOf<v1::PlanBucketsResponse>(
      RequestOf<v1::PlanBucketsRequest>(kModel, "axes { symbol: 'Any' sizes: [8, 16, 32] }"));
  ASSERT_EQ(plan.buckets_size(), 3);
  EXPECT_THAT(SizesOf(plan.buckets(1).evaluation()), ElementsAre(16, 4));
  const auto chosen =
      AnswerOf<v1::ChooseBucketsResponse>(RequestOf<v1::ChooseBucketsRequest>(kModel, R"pb(
        symbols: "Any"
        observed { sizes: 3 count: 5 }
        observed { sizes: 12 count: 1 }
        observed { sizes: 30 count: 2 }
        buckets: 2
      )pb"));
  // {3, 30} pads 18 of 105 rows, {12, 30} 45 of 132.
  ASSERT_EQ(chosen.buckets_size(), 2);
  EXPECT_EQ(chosen.buckets(0).sizes(0), 3);
  EXPECT_EQ(chosen.buckets(1).sizes(0), 30);
  EXPECT_DOUBLE_EQ(chosen.expected_padding(), 18.0 / 105);
  EXPECT_TRUE(chosen.optimal());
}

}  // namespace
}  // namespace shapewright::inference
