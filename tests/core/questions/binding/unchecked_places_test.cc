// What no fact decides is OPEN, neither VALID nor PROVED (S28, S50). Oracle of what runs and what
// fails: onnxruntime 1.32.
#include "core/questions/binding/unchecked_places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "shapewright/v1/guard.pb.h"
#include "shapewright/v1/plan.pb.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using ::testing::ElementsAre;

std::string VerdictOf(absl::string_view model, absl::string_view binding) {
  const auto answer = Evaluated(model, absl::StrCat("bindings { ", binding, " }"));
  const v1::Evaluation& evaluation = answer.evaluations(0);
  return v1::Evaluation::Verdict_Name(evaluation.verdict()).substr(8);
}

std::string ProofOf(absl::string_view model, absl::string_view premises) {
  const auto answer = AnswerOf<v1::PlanProfilesResponse>(RequestOf<v1::PlanProfilesRequest>(
      model, absl::StrCat("model { premises: [", premises, "] }")));
  return v1::Profile::Proof_Name(answer.profiles(0).proof()).substr(6);
}

std::string CoverageOf(absl::string_view model) {
  const auto answer =
      AnswerOf<v1::CompileGuardResponse>(RequestOf<v1::CompileGuardRequest>(model, ""));
  return v1::GuardProgram::Coverage_Name(answer.program().coverage()).substr(9);
}

// It runs where 4 of the elements are not 0, and fails otherwise.
TEST(UncheckedPlaces, S28AnUnknownThatAFactReplacesIsNotProvedByIt) {
  constexpr char kModel[] = R"(
    input x: float32[1, N]
    input w: float32[4, 2]
    n = NonZero(x)
    c = Cast(n) to=1
    y = MatMul(c, w)
    output y
  )";
  EXPECT_EQ(VerdictOf(kModel, "symbols { symbol: 'N' size: 8 }"), "OPEN");
  EXPECT_EQ(ProofOf(kModel, "'4 <= N <= 8'"), "OPEN");
  EXPECT_EQ(CoverageOf(kModel), "PARTIAL");
}

// It runs where z has as many different elements as x has pairs, and fails otherwise: that N*M is
// even does not show it.
TEST(UncheckedPlaces, S28AnUnknownThatAFactReplacesByAQuotientIsNotProvedByIt) {
  constexpr char kModel[] = R"(
    input x: float32[N, M]
    input z: float32[K]
    u = Unique(z)
    l = Shape(u)
    const two: int64[1] = 2
    t = Concat(l, two) axis=0
    y = Reshape(x, t) allowzero=1
    output y
  )";
  EXPECT_EQ(VerdictOf(kModel,
                      "symbols { symbol: 'N' size: 2 } symbols { symbol: 'M' size: 2 } "
                      "symbols { symbol: 'K' size: 3 }"),
            "OPEN");
  EXPECT_EQ(VerdictOf(kModel,
                      "symbols { symbol: 'N' size: 1 } symbols { symbol: 'M' size: 3 } "
                      "symbols { symbol: 'K' size: 3 }"),
            "INVALID");
  EXPECT_NE(ProofOf(kModel, "'N = 2', 'M = 2', '1 <= K <= 3'"), "PROVED");
  EXPECT_EQ(CoverageOf(kModel), "PARTIAL");
}

// x [2, 3] runs with w [3, 2], and not with w [4, 2].
TEST(UncheckedPlaces, S28WithoutTheRankOfAnInputNothingIsValid) {
  constexpr char kModel[] = R"(
    input x: float32[2, N]
    input w: float32
    y = MatMul(x, w)
    output y
  )";
  constexpr char kX[] = "inputs { name: 'x' sizes: [2, 3] } ";
  EXPECT_EQ(VerdictOf(kModel, kX), "OPEN");
  EXPECT_EQ(VerdictOf(kModel, absl::StrCat(kX, "inputs { name: 'w' sizes: [3, 2] }")), "VALID");
  EXPECT_EQ(VerdictOf(kModel, absl::StrCat(kX, "inputs { name: 'w' sizes: [4, 2] }")), "INVALID");
  EXPECT_EQ(ProofOf(kModel, "'1 <= N <= 4'"), "OPEN");
  // Whatever its rank, nothing fails.
  constexpr char kAny[] = R"(
    input x: float32[2, N]
    input w: float32
    r = Relu(w)
    y = Relu(x)
    output y
    output r
  )";
  EXPECT_EQ(VerdictOf(kAny, kX), "VALID");
  EXPECT_EQ(ProofOf(kAny, "'1 <= N <= 4'"), "PROVED");
}

// An axis of another size than 1 cannot be removed, and which one it is nobody says.
TEST(UncheckedPlaces, S50AnAxisThatIsAnElementIsNotProved) {
  constexpr char kModel[] = R"(
    input x: float32[N]
    input a: int64[1]
    y = Squeeze(x, a)
    output y
  )";
  EXPECT_EQ(ProofOf(kModel, "'1 <= N <= 4'"), "OPEN");
}

// x [2, 3] fails, x [3, 3] runs.
TEST(UncheckedPlaces, S50AnonymousDimsHaveASideOfTheBox) {
  constexpr char kModel[] = R"(
    input x: float32[?, N]
    y = MatMul(x, x)
    output y
  )";
  EXPECT_EQ(ProofOf(kModel, "'1 <= N <= 4'"), "WITNESS");
  EXPECT_EQ(ProofOf(kModel, "'3 <= N <= 3'"), "PROVED");
}

// After an iteration v is [2, 3], which the next one cannot multiply; 1 iteration runs.
TEST(UncheckedPlaces, S28AnIterationThatFailsIsNotLost) {
  constexpr char kModel[] = R"(
    input x: float32[1, 3]
    input m: int64[]
    input w: float32[2, 1]
    y = Loop(m, _, x) body={
      input i: int64[] input c: bool[] input v: float32[?, ?]
      p = MatMul(w, v)
      k = Identity(c) output k output p
    }
    output y
  )";
  EXPECT_EQ(VerdictOf(kModel, "symbols { symbol: 'm[]' size: 1 }"), "VALID");
  EXPECT_NE(VerdictOf(kModel, "symbols { symbol: 'm[]' size: 2 }"), "VALID");
}

struct Row {
  absl::string_view model;
  absl::string_view binding;
  absl::string_view verdict;
};

// Of each a binding that runs and one that fails.
TEST(UncheckedPlaces, S10ElementsOfInputsAreHeldToWhatNodesDemand) {
  constexpr absl::string_view kEdge = R"(
    input x: float32[N]
    input p: int64[2]
    y = Pad(x, p) mode='edge'
    output y
  )";
  constexpr absl::string_view kCumSum = R"(
    input x: float32[N, 2]
    input a: int64[]
    y = CumSum(x, a)
    output y
  )";
  constexpr absl::string_view kInsert = R"(
    input x: float32[N, 1]
    input y: float32[1, 1]
    input p: int64[]
    s = SplitToSequence(x) axis=0
    t = SequenceInsert(s, y, p)
    l = SequenceLength(t)
    output l
  )";
  constexpr absl::string_view kStacked = R"(
    input x: float32[N]
    const two: int64[] = 2
    s = SplitToSequence(x, two) axis=0
    y = ConcatFromSequence(s) axis=0 new_axis=1
    output y
  )";
  const Row rows[] = {
      {kEdge, "inputs { name: 'x' sizes: 0 } inputs { name: 'p' values: [1, 0] }", "INVALID"},
      {kEdge, "inputs { name: 'x' sizes: 0 } inputs { name: 'p' values: [0, 0] }", "VALID"},
      {kEdge, "inputs { name: 'x' sizes: 1 } inputs { name: 'p' values: [-1, 1] }", "INVALID"},
      {kEdge, "inputs { name: 'x' sizes: 2 } inputs { name: 'p' values: [-1, 3] }", "VALID"},
      {kCumSum, "symbols { symbol: 'N' size: 3 } symbols { symbol: 'a[]' size: -2 }", "VALID"},
      {kCumSum, "symbols { symbol: 'N' size: 3 } symbols { symbol: 'a[]' size: 2 }", "INVALID"},
      {kInsert, "symbols { symbol: 'N' size: 3 } symbols { symbol: 'p[]' size: 3 }", "VALID"},
      {kInsert, "symbols { symbol: 'N' size: 3 } symbols { symbol: 'p[]' size: 4 }", "INVALID"},
      {kStacked, "symbols { symbol: 'N' size: 6 }", "VALID"},
      {kStacked, "symbols { symbol: 'N' size: 1 }", "VALID"},
      {kStacked, "symbols { symbol: 'N' size: 5 }", "INVALID"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(VerdictOf(row.model, row.binding), row.verdict) << row.model << row.binding;
    EXPECT_EQ(CoverageOf(row.model), "COMPLETE") << row.model;
  }
}

// onnxruntime divides whether or not the quotient is used; a Loop without iterations does not.
TEST(UncheckedPlaces, S11DivisorsOfWhatNothingUsesAreNotZero) {
  constexpr char kModel[] = R"(
    input x: float32[N]
    input m: int64[]
    input d: int64[1]
    y = Loop(m, _, x) body={
      input i: int64[] input c: bool[] input v: float32[?]
      s = Shape(v)
      q = Div(s, d)
      k = Identity(c) w = Identity(v) output k output w
    }
    output y
  )";
  constexpr char kN[] = "symbols { symbol: 'N' size: 1 } ";
  const auto at = [&](int trips, int divisor) {
    return VerdictOf(kModel, absl::StrCat(kN, "symbols { symbol: 'm[]' size: ", trips,
                                          " } symbols { symbol: 'd[0]' size: ", divisor, " }"));
  };
  EXPECT_EQ(at(1, 0), "INVALID");
  EXPECT_EQ(at(1, 2), "VALID");
  EXPECT_EQ(at(1, -1), "VALID");
  EXPECT_EQ(at(0, 0), "VALID");
  EXPECT_EQ(ProofOf(kModel, "'1 <= m[] <= 2', '0 <= d[0] <= 2', 'N <= 8'"), "WITNESS");
  EXPECT_EQ(ProofOf(kModel, "'1 <= m[] <= 2', '1 <= d[0] <= 2', 'N <= 8'"), "PROVED");
  EXPECT_EQ(CoverageOf(kModel), "COMPLETE");
}

// Which of 729 paddings of [N, M] onnxruntime runs: those that leave each axis of a tensor with
// elements one, and those of an empty one that add none to an axis of none.
TEST(UncheckedPlaces, S10PadOfTensorsWithoutElements) {
  constexpr char kModel[] = R"(
    input x: float32[N, M]
    input p: int64[4]
    y = Pad(x, p) mode='edge'
    output y
  )";
  const auto runs = [](int n, int m, int b, int c, int d, int e) {
    const bool leaves_sizes = n + b + d >= 0 && m + c + e >= 0;
    if (n * m > 0) {
      return n + std::min(b, 0) + std::min(d, 0) > 0 && m + std::min(c, 0) + std::min(e, 0) > 0;
    }
    return leaves_sizes && (n > 0 || b + d == 0) && (m > 0 || c + e == 0);
  };
  std::string bindings;
  std::vector<bool> expected;
  for (int at = 0; at < 9 * 81; ++at) {
    const int n = at % 3, m = at / 3 % 3;
    const int b = at / 9 % 3 - 1, c = at / 27 % 3 - 1, d = at / 81 % 3 - 1, e = at / 243 % 3 - 1;
    absl::StrAppend(&bindings, "bindings { inputs { name: 'x' sizes: [", n, ", ", m,
                    "] } inputs { name: 'p' values: [", b, ", ", c, ", ", d, ", ", e, "] } }");
    expected.push_back(runs(n, m, b, c, d, e));
  }
  const auto answer = Evaluated(kModel, bindings);
  for (int at = 0; at < answer.evaluations_size(); ++at) {
    EXPECT_EQ(answer.evaluations(at).verdict() == v1::Evaluation::VERDICT_VALID,
              expected[static_cast<size_t>(at)])
        << at;
  }
}

// A size of an input is what the input has: onnxruntime runs it, and warns (S6).
TEST(UncheckedPlaces, S6ADeclaredOutputRestrictsNoInput) {
  constexpr char kModel[] = R"(
    input x: float32
    y = Relu(x)
    output y: float32[3]
  )";
  EXPECT_EQ(VerdictOf(kModel, "inputs { name: 'x' sizes: 4 }"), "VALID");
  EXPECT_EQ(VerdictOf(kModel, "inputs { name: 'x' sizes: 3 }"), "VALID");
}

// A pooling without room runs where the kernel exceeds the padded image by less than a stride
// twice (S13): it refutes nothing.
TEST(UncheckedPlaces, S13APoolingWithoutRoomRefutesNothing) {
  constexpr char kModel[] = R"(
    input x: float32[1, 2, N]
    input w: float32[2, 3]
    a = AveragePool(x) kernel_shape=[3]
    y = MatMul(x, w)
    output a
    output y
  )";
  EXPECT_EQ(VerdictOf(kModel, "symbols { symbol: 'N' size: 2 }"), "VALID");
  EXPECT_EQ(VerdictOf(kModel, "symbols { symbol: 'N' size: 1 }"), "INVALID");
  EXPECT_EQ(VerdictOf(kModel, "symbols { symbol: 'N' size: 3 }"), "INVALID");
}

// An element decides how many elements there are not: by 2*n = 2*1 it is 1 (S28, S29). And of no
// elements none differ, so that there is no axis to remove.
TEST(UncheckedPlaces, S29WhatABindingLeavesOfAnUnknownIsToldAsAFreshInferenceTellsIt) {
  constexpr char kCounted[] = R"(
    input x: float32[N, M]
    input s: int64[2]
    v = NonZero(x)
    y = Reshape(v, s)
    output v
  )";
  const auto counted = Evaluated(
      kCounted,
      "bindings { inputs { name: 'x' sizes: [1, 1] } inputs { name: 's' values: [2, 1] } }");
  EXPECT_THAT(counted.evaluations(0).outputs(0).sizes(), ElementsAre(2, 1));
  constexpr char kSqueezed[] = R"(
    input x: float32[N, M]
    u = Unique(x)
    y = Squeeze(u)
    output y
  )";
  const auto squeezed = Evaluated(kSqueezed, "bindings { inputs { name: 'x' sizes: [0, 1] } }");
  EXPECT_THAT(squeezed.evaluations(0).outputs(0).sizes(), ElementsAre(0));
}

// Of an operand without elements a fresh inference demands nothing, so that it does not know A. The
// inference without the binding does: A is D.
TEST(UncheckedPlaces, S28WhatIsKnownWithoutTheBindingStaysKnown) {
  constexpr char kModel[] = R"(
    input x: float32[N, 2]
    input k: int64[]
    input u: float32[D, E]
    input y: float32[A, 4]
    s = SplitToSequence(x, k) axis=-1
    c = Concat(u, y) axis=-1
    output c
    output s
  )";
  const auto answer = Evaluated(
      kModel,
      "values: 'y' bindings { symbols { symbol: 'N' size: 0 } symbols { symbol: 'D' size: 0 } "
      "symbols { symbol: 'E' size: 2 } }");
  EXPECT_THAT(answer.evaluations(0).values(0).sizes(), ElementsAre(0, 4));
  EXPECT_THAT(answer.evaluations(0).outputs(0).sizes(), ElementsAre(0, 6));
}

// What a fact says of the interval of N does not simplify that fact: N = 0 fails.
TEST(UncheckedPlaces, S3AFactIsNotSimplifiedByWhatItSays) {
  constexpr char kModel[] = R"(
    input x: float32[N]
    input s: int64[1]
    const start: int64[1] = -1
    const end: int64[1] = 9223372036854775807
    v = Slice(x, start, end)
    y = Reshape(v, s)
    output y
  )";
  constexpr char kPremises[] = "'N <= 3', '1 <= s[0]', 's[0] <= 2'";
  const auto at = [&](int size) {
    const auto answer =
        Evaluated(kModel, absl::StrCat("model { premises: [", kPremises,
                                       "] } bindings { symbols { symbol: 'N' size: ", size,
                                       " } symbols { symbol: 's[0]' size: 1 } }"));
    return answer.evaluations(0).verdict();
  };
  EXPECT_EQ(at(0), v1::Evaluation::VERDICT_INVALID);
  EXPECT_EQ(at(1), v1::Evaluation::VERDICT_VALID);
  EXPECT_EQ(at(3), v1::Evaluation::VERDICT_VALID);
}

}  // namespace
}  // namespace shapewright::questions
