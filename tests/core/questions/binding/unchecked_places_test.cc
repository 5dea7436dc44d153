// What no fact decides is OPEN, neither VALID nor PROVED (S28, S50). Oracle of what runs and what
// fails: onnxruntime 1.32.
#include "core/questions/binding/unchecked_places.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "shapewright/v1/guard.pb.h"
#include "shapewright/v1/plan.pb.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

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
  EXPECT_NE(ProofOf(kModel, kPremises), "PROVED");
}

}  // namespace
}  // namespace shapewright::questions
