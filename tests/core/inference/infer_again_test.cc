// Bindings that break what inference assumes (S5). Oracle: a fresh inference whose inputs have
// exactly those sizes and elements.
#include "core/inference/infer_again.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "shapewright/v1/plan.pb.h"
#include "tests/core/inference/support/fresh_cases.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::inference {
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
}  // namespace shapewright::inference
