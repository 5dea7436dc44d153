// S4, S5: what is only assumed becomes no number, no required fact and no error. What runs, and
// with which sizes, was found with onnxruntime 1.31.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/core/inference/support/fresh_cases.h"
#include "tests/core/inference/support/inferred.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::inference {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::StartsWith;

// With st = 1 or 2 and t = [8, 0], v is [8, 0]: the last part of Split is empty, and it runs.
constexpr char kSplitOfSlice[] = R"(
  opset 18
  input x: float32[8, 2]
  input st: int64[1]
  input t: int64[2]
  const start: int64[1] = 2
  const end: int64[1] = -1
  const axis: int64[1] = 1
  v = Slice(x, start, end, axis, st)
  p, q = Split(v) axis=1 num_outputs=2
  e = Expand(v, t)
  output v
  output p
  output q
  output e
)";

TEST(S4Assumed, AnUnknownBecomesNoNumber) {
  const Inferred inferred(kSplitOfSlice);
  EXPECT_EQ(inferred.Type("v"), "float32[8, ?1]");
  EXPECT_THAT(inferred.Diagnostics(), IsEmpty());
}

TEST(S5Assumed, AnUnknownIsThatOfAFreshInference) {
  std::vector<Case> cases;
  for (const int64_t step : {-2, -1, 1, 2}) {
    for (const int64_t size : {0, 1, 2}) {
      cases.push_back({{"x", "float32", {8, 2}, {}},
                       {"st", "int64", {1}, {step}},
                       {"t", "int64", {2}, {8, size}}});
    }
  }
  ExpectAsFresh(kSplitOfSlice, cases);
}

// Runs with A = 1 and A = 2.
TEST(S4Assumed, ABroadcastStaysOne) {
  constexpr char kModel[] = R"(
    opset 18
    input x: float32[A]
    input y: float32[B, 2]
    p, q = Split(x) axis=0 num_outputs=2
    z = Add(x, y)
    output p
    output q
    output z
  )";
  const Inferred inferred(kModel);
  EXPECT_EQ(inferred.Type("x"), "float32[A]");
  EXPECT_EQ(inferred.Type("z"), "float32[B, 2]");
  EXPECT_THAT(inferred.Facts(), ElementsAre("ASSUMED 1 <= A//2", "REQUIRED A broadcasts with 2"));
  std::vector<Case> cases;
  for (int64_t a = 0; a < 4; ++a) {
    cases.push_back({{"x", "float32", {a}, {}}, {"y", "float32", {3, 2}, {}}});
  }
  ExpectAsFresh(kModel, cases);
}

// Runs with N = 1, and with nothing else.
TEST(S4Assumed, WhatContradictsAnAssumptionIsNoError) {
  constexpr char kModel[] = R"(
    opset 18
    input x: float32[N]
    input k: float32[1, 3]
    p, q = Split(x) axis=0 num_outputs=2
    z = MatMul(x, k)
    output p
    output q
    output z
  )";
  const Inferred inferred(kModel);
  EXPECT_THAT(inferred.Diagnostics(), IsEmpty());
  EXPECT_THAT(inferred.Facts(), Contains("REQUIRED N = 1"));
  const auto answer = AnswerOf<v1::EvaluateShapesResponse>(
      RequestOf<v1::EvaluateShapesRequest>(kModel, R"(bindings { symbols { symbol: "N" size: 1 } }
                 bindings { symbols { symbol: "N" size: 2 } })"));
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
  EXPECT_THAT(answer.evaluations(0).outputs(1).sizes(), ElementsAre(0));
  EXPECT_EQ(answer.evaluations(1).verdict(), v1::Evaluation::VERDICT_INVALID);
}

// x=[6, 8], w=[24, 4] runs with s = [2, -1], [2, 24] and [-1, 24].
TEST(S10Assumed, WhatFollowsFromAnElementThatIsASizeIsAssumed) {
  constexpr char kModel[] = R"(
    input x: float32[N, 8]
    input s: int64[2]
    input w: float32[K, 4]
    y = Reshape(x, s)
    z = MatMul(y, w)
    output y
    output z
  )";
  const Inferred inferred(kModel);
  EXPECT_THAT(inferred.Facts(), Not(Contains(StartsWith("REQUIRED"))));
  EXPECT_THAT(inferred.Facts(), Contains("ASSUMED s[1] = K"));
  std::vector<Case> cases;
  for (const int64_t a : {-1, 0, 2, 3}) {
    for (const int64_t b : {-1, 0, 8, 24}) {
      for (const int64_t k : {8, 16, 24}) {
        cases.push_back({{"x", "float32", {6, 8}, {}},
                         {"s", "int64", {2}, {a, b}},
                         {"w", "float32", {k, 4}, {}}});
      }
    }
  }
  ExpectAsFresh(kModel, cases);
}

// What a later node requires of the element itself does not make it a size before.
TEST(S10Assumed, ARequirementBeforeItIsRequired) {
  const Inferred inferred(R"(
    input x: float32[N, 8]
    input u: float32[1, 1]
    input s: int64[2]
    e = Expand(u, s)
    y = Reshape(x, s)
    output e
    output y
  )");
  EXPECT_THAT(inferred.Facts(), IsSupersetOf({"REQUIRED 0 <= s[0]", "REQUIRED 0 <= s[1]",
                                              "ASSUMED 1 <= s[0]", "ASSUMED 1 <= s[1]"}));
}

// c = true with C = 4 runs, c = false does not: what the branch demands is no error outside (S2).
TEST(S2Contradictions, OneOfABranchIsOfTheBranch) {
  constexpr char kModel[] = R"(
    input x: float32[2, C]
    input w: float32[4]
    input c: bool[]
    const shape: int64[2] = 2 2
    y = If(c) then_branch={ a = Identity(x) output a }
              else_branch={ b = Expand(x, shape) output b }
    z = MatMul(x, w)
    output y
    output z
  )";
  const Inferred inferred(kModel);
  EXPECT_THAT(inferred.Diagnostics(), ElementsAre("WARNING DIM_MISMATCH"));
  EXPECT_THAT(inferred.Facts(), Contains("REQUIRED C = 4"));
  const auto answer =
      AnswerOf<v1::EvaluateShapesResponse>(RequestOf<v1::EvaluateShapesRequest>(kModel, R"(
        bindings {
          symbols { symbol: "C" size: 4 }
          inputs { name: "c" scalar: true values: 1 }
        }
        bindings {
          symbols { symbol: "C" size: 4 }
          inputs { name: "c" scalar: true values: 0 }
        }
        bindings { symbols { symbol: "C" size: 4 } }
      )"));
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
  EXPECT_EQ(answer.evaluations(1).verdict(), v1::Evaluation::VERDICT_INVALID);
  EXPECT_EQ(answer.evaluations(2).verdict(), v1::Evaluation::VERDICT_OPEN);
}

// Where the branch does not run, columns that are pooled need not broadcast. Also where runtimes do
// without the other fact, that the kernel fits (S13).
TEST(S2Contradictions, OneOfABranchBesideAPoolingWithoutRoom) {
  constexpr char kModel[] = R"(
    opset 18
    input x: float32[N, 2, 3, M]
    input w: float32[1, 2, 3, 4]
    input v: float32[K]
    input c: bool[]
    y = If(c) then_branch={ a = Identity(v) output a }
              else_branch={ s = Sum(w, x) b = Flatten(s) axis=4 output b }
    z = LpPool(x) kernel_shape=[2, 2] strides=[2, 2] pads=[1, 0, 0, 0]
    output y
    output z
  )";
  const v1::InferShapesResponse inferred =
      Answer(Request(kModel, "model { premises: ['1 <= M', 'M <= 3'] }"));
  for (const v1::Diagnostic& found : inferred.diagnostics()) {
    EXPECT_NE(found.severity(), v1::Diagnostic::SEVERITY_ERROR) << found.ShortDebugString();
  }
  const auto answer = Evaluated(kModel, R"(
    model { premises: ['1 <= M', 'M <= 3'] }
    bindings {
      inputs { name: "x" sizes: [2, 2, 3, 2] }
      inputs { name: "v" sizes: 1 }
      inputs { name: "c" scalar: true values: 1 }
    })");
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID)
      << answer.ShortDebugString();
}

// A comparison with -1 is decided by no assumption.
TEST(S4Assumed, AConditionStaysOpen) {
  const Inferred inferred(R"(
    input x: float32[N, 8]
    input s: int64[2]
    y = Reshape(x, s)
    const minus: int64[1] = -1
    const one: int64[1] = 1
    is_rest = Equal(s, minus)
    t = Where(is_rest, one, s)
    z = ConstantOfShape(t)
    output z
  )");
  EXPECT_EQ(inferred.Type("z"),
            "float32[if((s[0] + 1 = 0), 1, s[0]), if((s[1] + 1 = 0), 1, s[1])]");
}

// With d = 0 the target copies the size of x: x=[2, 4], y=[0, 3], w=[2, 3], u=[0, 5] runs (in
// onnxruntime 1.32). What is made of the result rests on d as a size; what is required of y itself
// does not.
TEST(S4Assumed, AComputedSizeOfReshape) {
  constexpr char kModel[] = R"(
    opset 17
    input x: float32[N, 4]
    input y: float32[d, 3]
    input w: float32[K, 3]
    input u: float32[L, 5]
    const zero: int64[1] = 0
    const four: int64[1] = 4
    sizes = Shape(y)
    first = Gather(sizes, zero)
    target = Concat(first, four) axis=0
    v = Reshape(x, target)
    vt = Transpose(v)
    z = MatMul(vt, w)
    yt = Transpose(y)
    r = MatMul(yt, u)
    output v
    output z
    output r
  )";
  const Inferred inferred(kModel);
  EXPECT_EQ(inferred.Type("y"), "float32[d, 3]");
  EXPECT_THAT(inferred.Facts(),
              IsSupersetOf({"ASSUMED 1 <= d", "ASSUMED N = d", "ASSUMED d = K", "REQUIRED d = L"}));
  std::vector<Case> cases;
  for (const int64_t d : {0, 2, 3}) {
    for (const int64_t k : {0, 2, 3}) {
      cases.push_back({{"x", "float32", {2, 4}, {}},
                       {"y", "float32", {d, 3}, {}},
                       {"w", "float32", {k, 3}, {}},
                       {"u", "float32", {d, 5}, {}}});
    }
  }
  ExpectAsFresh(kModel, cases);
}

// Also within a branch, and behind it. All of x=[2, 4], y=[0, 3] and c = true runs.
TEST(S4Assumed, AComputedSizeOfReshapeInABranch) {
  const Inferred inferred(R"(
    opset 17
    input c: bool[]
    input x: float32[N, 4]
    input y: float32[d, 3]
    input w: float32[K, 3]
    const zero: int64[1] = 0
    const four: int64[1] = 4
    sizes = Shape(y)
    first = Gather(sizes, zero)
    target = Concat(first, four) axis=0
    b = If(c) then_branch={ v = Reshape(x, target) output v }
              else_branch={ e = Reshape(x, target) output e }
    vt = Transpose(b)
    z = MatMul(vt, w)
    output z
  )");
  EXPECT_EQ(inferred.Type("y"), "float32[d, 3]");
  EXPECT_THAT(inferred.Facts(), Contains("ASSUMED d = K"));
  EXPECT_THAT(inferred.Facts(), Not(Contains(StartsWith("REQUIRED"))));
}

// With N = 2 the slice begins two before the end of x, as numpy's x[-2:].
TEST(S4Assumed, AStartOfASlice) {
  constexpr char kModel[] = R"(
    opset 17
    input x: float32[M]
    input y: float32[N]
    input w: float32[K]
    const four: int64[1] = 4
    const far: int64[1] = 9223372036854775807
    sizes = Shape(y)
    start = Sub(sizes, four)
    v = Slice(x, start, far)
    z = MatMul(v, w)
    output v
    output z
  )";
  const Inferred inferred(kModel);
  EXPECT_EQ(inferred.Type("w"), "float32[K]");
  EXPECT_THAT(inferred.Facts(), Not(Contains(StartsWith("REQUIRED"))));
  std::vector<Case> cases;
  for (const int64_t n : {0, 2, 4, 6, 9}) {
    for (const int64_t k : {2, 4, 5}) {
      cases.push_back(
          {{"x", "float32", {5}, {}}, {"y", "float32", {n}, {}}, {"w", "float32", {k}, {}}});
    }
  }
  ExpectAsFresh(kModel, cases);
}

// The lengths of numpy's x[n - 4:] for n = 0 to 6: 4 only where that is not negative.
TEST(S4Assumed, TheLengthOfASliceIsNoNumber) {
  constexpr char kModel[] = R"(
    opset 17
    input x: float32[N]
    const four: int64[1] = 4
    const far: int64[1] = 9223372036854775807
    sizes = Shape(x)
    start = Sub(sizes, four)
    v = Slice(x, start, far)
    w = Slice(x, start, sizes)
    output v
    output w
  )";
  const int64_t lengths[] = {0, 1, 2, 1, 4, 4, 4};
  for (int64_t n = 0; n < 7; ++n) {
    const auto answer = AnswerOf<v1::EvaluateShapesResponse>(RequestOf<v1::EvaluateShapesRequest>(
        kModel, absl::StrCat("bindings { symbols { symbol: 'N' size: ", n, " } }")));
    EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
    EXPECT_THAT(answer.evaluations(0).outputs(0).sizes(), ElementsAre(lengths[n])) << n;
    EXPECT_THAT(answer.evaluations(0).outputs(1).sizes(), ElementsAre(lengths[n])) << n;
  }
  EXPECT_THAT(Inferred(kModel).Facts(), IsEmpty());
}

// s[1] certainly is a size, s[0] only by assumption: what their product demands gives way to what
// MatMul demands of s[1] alone. Nothing of it runs (onnxruntime 1.32).
TEST(S4Assumed, GivesWayToWhatIsRequired) {
  constexpr char kModel[] = R"(
    opset 17
    input x: float32[1]
    input s: int64[2]
    input w: float32[2]
    y = Reshape(x, s)
    z = MatMul(y, w)
    output z
  )";
  constexpr char kPremises[] = "model { premises: ['0 <= s[0] <= 4', '1 <= s[1] <= 2'] }";
  for (const int64_t first : {0, 1, 2, 4}) {
    for (const int64_t second : {1, 2}) {
      const std::string binding = absl::StrCat("bindings { inputs { name: 's' sizes: 2 values: [",
                                               first, ", ", second, "] } }");
      const auto answer = AnswerOf<v1::EvaluateShapesResponse>(
          RequestOf<v1::EvaluateShapesRequest>(kModel, kPremises + binding));
      EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_INVALID) << binding;
    }
  }
}

// Runs with N = 1 alone (onnxruntime 1.32): the size N//2 is 0 then, and stands for the 2 of x.
// Only a later node says so.
TEST(S4Assumed, WhatALaterNodeBreaksIsInferredAgain) {
  constexpr char kModel[] = R"(
    opset 18
    input x: float32[N, 2]
    input k: float32[3, 1]
    const first: int64[1] = 0
    const one: int64[1] = 1
    const two: int64[1] = 2
    sizes = Shape(x)
    rows = Gather(sizes, first)
    half = Div(rows, two)
    target = Concat(one, half) axis=0
    t = Reshape(x, target)
    c = MatMul(k, x)
    output t
    output c
  )";
  const Inferred inferred(kModel);
  EXPECT_EQ(inferred.Type("t"), "float32[1, 2]");
  EXPECT_EQ(inferred.Type("c"), "float32[3, 2]");
  EXPECT_THAT(inferred.Facts(), ElementsAre("REQUIRED 1 = N"));
  EXPECT_THAT(inferred.Diagnostics(), IsEmpty());
  std::vector<Case> cases;
  for (const int64_t n : {0, 1, 2, 4}) {
    cases.push_back({{"x", "float32", {n, 2}, {}}, {"k", "float32", {3, 1}, {}}});
  }
  ExpectAsFresh(kModel, cases);
}

// The same of a difference of two sizes, which MatMul requires to be equal.
TEST(S4Assumed, WhatASymbolBreaksIsInferredAgain) {
  constexpr char kModel[] = R"(
    opset 18
    input x: float32[N, 2]
    input k: float32[3, M]
    const first: int64[1] = 0
    const last: int64[1] = 1
    const one: int64[1] = 1
    sizes = Shape(x)
    rows = Gather(sizes, first)
    others = Shape(k)
    columns = Gather(others, last)
    rest = Sub(rows, columns)
    target = Concat(one, rest) axis=0
    t = Reshape(x, target)
    c = MatMul(k, x)
    output t
    output c
  )";
  const Inferred inferred(kModel);
  EXPECT_EQ(inferred.Type("t"), "float32[1, 2]");
  std::vector<Case> cases;
  for (const int64_t n : {1, 2}) {
    cases.push_back({{"x", "float32", {n, 2}, {}}, {"k", "float32", {3, n}, {}}});
    cases.push_back({{"x", "float32", {n, 2}, {}}, {"k", "float32", {3, 4}, {}}});
  }
  ExpectAsFresh(kModel, cases);
}

// onnxruntime 1.32 ignores what a condition says beyond the axis.
TEST(S5Assumed, AConditionMayBeLongerThanTheAxis) {
  constexpr char kModel[] = R"(
    opset 18
    input x: float32[N, 3]
    const c: bool[2] = 1 1
    y = Compress(x, c) axis=0
    output y
  )";
  EXPECT_EQ(Inferred(kModel).Type("y"), "float32[2, 3]");
  std::vector<Case> cases;
  for (const int64_t n : {0, 1, 2, 3}) cases.push_back({{"x", "float32", {n, 3}, {}}});
  ExpectAsFresh(kModel, cases);
}

}  // namespace
}  // namespace shapewright::inference
