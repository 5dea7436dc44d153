// Bindings that break what inference assumes (S5). Oracle: a fresh inference whose inputs have
// exactly those sizes and elements.
#include "core/questions/evaluation/infer_again.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/substitute.h"
#include "shapewright/v1/plan.pb.h"
#include "tests/core/inference/support/fresh_cases.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr char kReshapeByInput[] = R"(
  input x: float32[N, 6]
  input s: int64[2]
  y = Reshape(x, s)
  output y
)";

TEST(OwnCases, ElementsOfReshapeThatAreNoSizes) {
  std::vector<Case> cases;
  for (int64_t n = 0; n < 4; ++n) {
    for (int64_t a = -2; a < 5; ++a) {
      for (int64_t b = -2; b < 7; ++b) {
        cases.push_back({{"x", "float32", {n, 6}, {}}, {"s", "int64", {2}, {a, b}}});
      }
    }
  }
  ExpectAsFresh(kReshapeByInput, cases);
}

TEST(InferAgain, ReshapeAfterReshape) {
  std::vector<Case> cases;
  for (const int64_t a : {-1, 0, 2, 6}) {
    for (const int64_t b : {-1, 0, 3, 12}) {
      cases.push_back({{"x", "float32", {2, 6}, {}},
                       {"s", "int64", {2}, {a, -1}},
                       {"t", "int64", {2}, {b, 4}}});
    }
  }
  ExpectAsFresh(R"(
    input x: float32[N, 6]
    input s: int64[2]
    input t: int64[2]
    a = Reshape(x, s)
    y = Reshape(a, t)
    output a
    output y
  )",
                cases);
}

// What a later node requires of such an element is told by its inference alone: a size that an
// input really has does not contradict it. Beside the fresh inferences, onnxruntime 1.31 runs x [6,
// 8] with s [2, -1], [-1, 24] and w [24, 4], with s [0, -1], [6, 0], [0, 0] and w [8, 4], and
// refuses w [23, 4].
class AfterReshape : public testing::TestWithParam<const char*> {};

TEST_P(AfterReshape, S5WhatRestsOnAnElementIsInferredAnew) {
  const std::string model = absl::StrCat(R"(
    input x: float32[N, 8]
    input s: int64[2]
    input w: float32[K, 4]
    y = Reshape(x, s)
    )",
                                         GetParam(), "\n output y\n output z\n");
  std::vector<Case> cases;
  for (const int64_t rows : {-1, 0, 2, 6}) {
    for (const int64_t columns : {-1, 0, 8, 24}) {
      for (const int64_t k : {8, 23, 24}) {
        cases.push_back({{"x", "float32", {6, 8}, {}},
                         {"s", "int64", {2}, {rows, columns}},
                         {"w", "float32", {k, 4}, {}}});
      }
    }
  }
  ExpectAsFresh(model, cases);
  // The order in which a binding names the inputs does not matter.
  const CaseInput s = {"s", "int64", {2}, {2, -1}};
  const CaseInput w = {"w", "float32", {24, 4}, {}};
  const CaseInput x = {"x", "float32", {6, 8}, {}};
  const auto answer = Evaluated(model, absl::StrCat(BindingOf({x, s, w}), BindingOf({w, x, s}),
                                                    BindingOf({w, s, x}), BindingOf({s, w, x})));
  for (const v1::Evaluation& each : answer.evaluations()) {
    EXPECT_EQ(each.verdict(), v1::Evaluation::VERDICT_VALID) << each.ShortDebugString();
    EXPECT_THAT(each.outputs(0).sizes(), ElementsAre(2, 24));
  }
}

INSTANTIATE_TEST_SUITE_P(All, AfterReshape,
                         testing::Values("z = MatMul(y, w)", "z = Gemm(y, w)",
                                         "t = Transpose(w) perm=[1, 0]\n"
                                         "z = Concat(y, t) axis=0"));

// A size that no input has follows from an element by what was required under the assumption: it
// is no size that the binding gives.
TEST(InferAgain, WhatOnlyFollowsIsNotFixed) {
  const auto answer = Evaluated(R"(
    input x: float32[N, 8]
    input s: int64[2]
    input w: float32[K, 4]
    y = Reshape(x, s)
    z = MatMul(y, w)
    output z
  )",
                                R"pb(bindings {
                                       inputs {
                                         name: "x"
                                         sizes: [ 6, 8 ]
                                       }
                                       inputs {
                                         name: "s"
                                         values: [ 2, -1 ]
                                       }
                                     })pb");
  EXPECT_THAT(SizesOf(answer.evaluations(0)), ElementsAre(2, 4));
  EXPECT_NE(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_INVALID);
}

// A window that does not fit: onnxruntime 1.31 makes one all the same where the kernel exceeds the
// padded input by less than a stride, for poolings. It refuses W = 0, and convolutions.
TEST(InferAgain, S13APoolingWithoutRoomIsAsForConstants) {
  std::vector<Case> cases;
  for (int64_t w = 1; w < 6; ++w) cases.push_back({{"x", "float32", {1, 1, w}, {}}});
  for (const char* const mode : {"", " ceil_mode=1"}) {
    for (const char* const op : {"MaxPool", "AveragePool", "LpPool"}) {
      ExpectAsFresh(
          absl::StrCat("input x: float32[1, 1, W]\n y = ", op,
                       "(x) kernel_shape=[3] strides=[2] pads=[1, 0]", mode, "\n output y"),
          cases);
    }
  }
  const auto pooled = Evaluated(
      "input x: float32[1, 1, W]\n y = MaxPool(x) kernel_shape=[3] strides=[2] pads=[1, 0]\n"
      " output y",
      "bindings { symbols { symbol: 'W' size: 1 } }");
  EXPECT_EQ(pooled.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
  EXPECT_THAT(SizesOf(pooled.evaluations(0)), ElementsAre(1, 1, 1));
  const auto convolved = Evaluated(
      "input x: float32[1, 1, W]\n input w: float32[1, 1, 3]\n"
      "y = Conv(x, w) strides=[2] pads=[1, 0]\n output y",
      "bindings { symbols { symbol: 'W' size: 1 } }");
  EXPECT_EQ(convolved.evaluations(0).verdict(), v1::Evaluation::VERDICT_INVALID);
  EXPECT_TRUE(convolved.evaluations(0).violations(0).has_fact());
}

TEST(InferAgain, ASliceThatBeginsOrEndsBeforeItsDim) {
  std::vector<Case> cases;
  for (int64_t n = 0; n < 4; ++n) {
    for (int64_t start = -4; start < 5; ++start) {
      for (int64_t end = -4; end < 5; ++end) {
        cases.push_back(
            {{"x", "float32", {n}, {}}, {"s", "int64", {1}, {start}}, {"e", "int64", {1}, {end}}});
      }
    }
  }
  ExpectAsFresh(R"(
    input x: float32[N]
    input s: int64[1]
    input e: int64[1]
    y = Slice(x, s, e)
    output y
  )",
                cases, /*is_exact=*/false);
}

TEST(InferAgain, ASliceThatLeavesNothingOut) {
  std::vector<Case> cases;
  for (int64_t m = 0; m < 4; ++m) {
    for (int64_t n = 0; n < 4; ++n) {
      cases.push_back({{"x", "float32", {m + n}, {}}, {"p", "float32", {n}, {}}});
    }
  }
  ExpectAsFresh(R"(
    input x: float32['M + N']
    input p: float32[N]
    const zero: int64[1] = 0
    n = Shape(p)
    e = Neg(n)
    y = Slice(x, zero, e)
    output y
  )",
                cases);
}

TEST(InferAgain, ADimThatMayBeZeroInReshape) {
  std::vector<Case> cases;
  for (int64_t n = 0; n < 5; ++n) {
    for (int64_t k = 0; k < 5; ++k) {
      cases.push_back({{"x", "float32", {n}, {}}, {"z", "float32", {k}, {}}});
    }
  }
  ExpectAsFresh(R"(
    input x: float32[N]
    input z: float32[K]
    const one: int64[1] = 1
    n = Shape(x)
    s = Sub(n, one)
    y = Reshape(z, s)
    output y
  )",
                cases);
}

TEST(InferAgain, SizesThatFloat32DoesNotHold) {
  std::vector<Case> cases;
  for (const int64_t w : {1, 7, 16777216, 16777217, 20000001, 2147483647}) {
    cases.push_back({{"x", "float32", {1, 1, w}, {}}});
  }
  ExpectAsFresh(R"(
    input x: float32[1, 1, W]
    const roi: float32[0] =
    const scales: float32[3] = 1 1 1.5
    y = Resize(x, _, scales)
    output y
  )",
                cases);
}

TEST(InferAgain, Int32ThatWrapsAround) {
  std::vector<Case> cases;
  for (const int64_t k : {0, 5, 2147483647}) cases.push_back({{"k", "int32", {1}, {k}}});
  ExpectAsFresh(R"(
    input k: int32[1]
    const one: int32[1] = 1
    a = Add(k, one)
    s = Cast(a) to=7
    y = ConstantOfShape(s)
    output y
  )",
                cases);
}

// Ends that the binding makes negative. Each inference with more sizes fixed assumes of a further
// link that its end is not negative: after some rounds only a fresh inference tells the sizes
// (Evaluate() of OwnCases is null, EvaluateAnew() is not). onnxruntime 1.32 gives 9 and 6 in turn.
TEST(InferAgain, S5AssumptionsThatOnlyAFreshInferenceEnds) {
  constexpr size_t kLinks = 32;
  std::vector<std::string> names;
  for (size_t i = 0; i < kLinks; ++i) names.push_back(absl::StrCat("z", i));
  std::string model =
      "const zero: int64[1] = 0\nconst five: int64[1] = 5\n"
      "input z0: float32[K0]\ny0 = Identity(z0)\n";
  std::vector<CaseInput> inputs = {{names[0], "float32", {6}, {}}};
  for (size_t i = 1; i < kLinks; ++i) {
    absl::SubstituteAndAppend(&model,
                              "input z$0: float32[K$0]\nn$0 = Shape(y$1)\ne$0 = Sub(five, n$0)\n"
                              "y$0 = Slice(z$0, zero, e$0)\noutput y$0\n",
                              i, i - 1);
    inputs.push_back({names[i], "float32", {10}, {}});
  }
  ExpectAsFresh(model, {inputs});
  const auto answer = Evaluated(model, BindingOf(inputs));
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
  const std::vector<int64_t> sizes = SizesOf(answer.evaluations(0));
  ASSERT_EQ(sizes.size(), kLinks - 1);
  for (size_t i = 0; i < sizes.size(); ++i) EXPECT_EQ(sizes[i], i % 2 == 0 ? 9 : 6) << i;
}

TEST(InferAgain, EveryWayToEvaluate) {
  const std::string binding =
      BindingOf({{"x", "float32", {4, 6}, {}}, {"s", "int64", {2}, {-1, 3}}});
  const auto named = Evaluated(kReshapeByInput, "values: 'y' memory {}" + binding);
  EXPECT_EQ(named.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
  EXPECT_THAT(SizesOf(named.evaluations(0)), ElementsAre(8, 3, 8, 3));
  EXPECT_EQ(named.evaluations(0).memory().outputs_bytes(), 96);
  const auto packed = Evaluated(kReshapeByInput, "packed { with_bytes: true }" + binding);
  EXPECT_THAT(packed.packed_index().ranks(), ElementsAre(2, 1, 2));
  EXPECT_THAT(packed.evaluations(0).packed().sizes(), ElementsAre(4, 6, 2, 8, 3));
  EXPECT_THAT(packed.evaluations(0).packed().bytes(), ElementsAre(96, 16, 96));
  const auto plan = AnswerOf<v1::PlanBucketsResponse>(RequestOf<v1::PlanBucketsRequest>(
      kReshapeByInput, "axes { symbol: 'N' sizes: 8 }" + binding));
  EXPECT_EQ(plan.placements(0).verdict(), v1::Evaluation::VERDICT_VALID);
  EXPECT_THAT(plan.placements(0).violations(), IsEmpty());
}

// By elements that are given as symbols, and where bindings tell how many there are.
TEST(InferAgain, ElementsThatAreGivenOneByOne) {
  const auto answer = Evaluated(kReshapeByInput, R"pb(
    bindings {
      symbols { symbol: "N" size: 4 }
      symbols { symbol: "s[0]" size: -1 }
      symbols { symbol: "s[1]" size: 3 }
    }
    bindings {
      symbols { symbol: "s[0]" size: -1 }
      symbols { symbol: "s[1]" size: 3 }
    }
  )pb");
  EXPECT_THAT(SizesOf(answer.evaluations(0)), ElementsAre(8, 3));
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
  EXPECT_THAT(SizesOf(answer.evaluations(1)), ElementsAre(-1, 3));
  EXPECT_EQ(answer.evaluations(1).verdict(), v1::Evaluation::VERDICT_OPEN);
  const auto told = Evaluated(
      "input x: float32[N, 6]\n input s: int64[K]\n"
      "y = Reshape(x, s)\n output y",
      "bindings { inputs { name: 'x' sizes: [4, 6] } "
      "inputs { name: 's' values: [-1, 3] } }");
  EXPECT_THAT(SizesOf(told.evaluations(0)), ElementsAre(8, 3));
  EXPECT_EQ(told.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
}

// What the caller promised stands above what is assumed.
TEST(InferAgain, APromiseThatIsBrokenIsAViolation) {
  const auto answer = Evaluated(kReshapeByInput, R"pb(
    model { premises: "1 <= s[0]" }
    bindings {
      inputs {
        name: "x"
        sizes: [ 4, 6 ]
      }
      inputs {
        name: "s"
        sizes: 2
        values: [ -1, 3 ]
      }
    }
  )pb");
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_INVALID);
  EXPECT_GE(answer.evaluations(0).violations_size(), 1);
}

// With as many pads as there are, one case of the operand does not occur, which no runtime
// tolerates (S36). The sizes are those of onnxruntime 1.32.
TEST(InferAgain, PadsOfAnOperandWithAlternatives) {
  constexpr char kModel[] = R"(
    opset 13
    input x: float32[A, 1]
    input y: float32[2, N, 2, 1]
    input pads: int64[N]
    const zero: int64[] = 0
    const two: int64[] = 2
    sizes = Shape(x)
    rows = Gather(sizes, zero)
    c = Equal(rows, two)
    v = If(c) then_branch={ a = Identity(x) output a } else_branch={ b = Identity(y) output b }
    p = Pad(v, pads)
    output p
  )";
  const auto answer = Evaluated(kModel, BindingOf({{"x", "float32", {2, 1}, {}},
                                                   {"y", "float32", {2, 4, 2, 1}, {}},
                                                   {"pads", "int64", {4}, {3, -1, 0, 0}}}));
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
  EXPECT_THAT(answer.evaluations(0).outputs(0).sizes(), ElementsAre(5, 0));
}

// The inferences count as work.
TEST(InferAgain, WorkIsLimited) {
  std::string bindings = "limits { work: 3000 }";
  for (int64_t k = 1; k < 200; ++k) {
    bindings += BindingOf({{"x", "float32", {k, 6}, {}}, {"s", "int64", {2}, {-1, k}}});
  }
  const auto bytes = AnswerBytes(EvaluateRequestOf(kReshapeByInput, bindings));
  EXPECT_EQ(bytes.status().code(), absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace shapewright::questions
