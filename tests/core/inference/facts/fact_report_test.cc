// The facts of an answer: which are told of, in what state, and what a caller
// checks. Expected values by hand from the operators' specifications.
#include "core/inference/facts/fact_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/core/inference/support/inferred.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::inference {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> Preconditions(const v1::InferShapesResponse& answer) {
  std::vector<std::string> texts;
  for (const v1::Fact& fact : answer.facts()) {
    if (fact.precondition()) texts.push_back(fact.suggestion());
  }
  return texts;
}

std::vector<int> PreconditionPlaces(const v1::InferShapesResponse& answer) {
  std::vector<int> places;
  for (int i = 0; i < answer.facts_size(); ++i) {
    if (answer.facts(i).precondition()) places.push_back(i);
  }
  return places;
}

// Four poolings in a row: only the last one's demand says something new.
TEST(S5Facts, WhatLaterFactsImplyIsLeftOut) {
  const Inferred inferred(R"(
    input x: float32[1, 3, H, 32]
    a = MaxPool(x) kernel_shape=[2, 2] strides=[2, 2]
    b = MaxPool(a) kernel_shape=[2, 2] strides=[2, 2]
    c = MaxPool(b) kernel_shape=[2, 2] strides=[2, 2]
    d = MaxPool(c) kernel_shape=[2, 2] strides=[2, 2]
    output d
  )");
  EXPECT_THAT(inferred.Facts(), ElementsAre("REQUIRED 2 <= H//8"));
  EXPECT_THAT(Preconditions(inferred.answer()), ElementsAre("H >= 16"));
}

// An assumption goes where a requirement says the same, also a later one.
TEST(S5Facts, ARequirementImpliesAnAssumption) {
  const Inferred inferred(R"(
    input x: float32[N, 4]
    s = Shape(x)
    const zero: int64[] = 0
    const rest: int64[1] = 4
    n = Gather(s, zero)
    const axes: int64[1] = 0
    u = Unsqueeze(n, axes)
    shape = Concat(u, rest) axis=0
    const y: float32[4, 4] = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
    r = Reshape(x, shape)
    const k: int64[1] = 5
    v, i = TopK(x, k) axis=0
    output r
    output v
  )");
  EXPECT_THAT(inferred.Facts(), ElementsAre("REQUIRED 5 <= N"));
}

// That M is the common size of M and A says that it is 1 or A only where the two broadcast. With
// M = 2, A = 3 onnxruntime 1.32 refuses the model: "Attempting to broadcast an axis by a dimension
// other than 1. 2 by 3".
TEST(S1Broadcast, ItsFactIsNotImpliedByWhatRestsOnIt) {
  const Inferred inferred(R"(
    input x: float32[M, A]
    input slope: float32[A, 3]
    y = PRelu(x, slope)
    output y
  )");
  EXPECT_THAT(inferred.Facts(), ElementsAre("DECLARED A = A", "REQUIRED M broadcasts with A",
                                            "REQUIRED M = broadcast(M, A)", "REQUIRED A = 3"));
}

// What facts say of sums is no reason to leave one of them out: each would imply itself.
TEST(S5Facts, AnInequalityOfASumDoesNotImplyItself) {
  const Inferred inferred(R"(
    input a: float32[N]
    input b: float32[M]
    input x: float32[P]
    n = Shape(a)
    m = Shape(b)
    start = Sub(n, m)
    end = Shape(x)
    y = Slice(x, start, end)
    const k: int64[1] = 5
    v, i = TopK(x, k)
    output y
    output v
  )");
  EXPECT_THAT(inferred.Facts(), ElementsAre("ASSUMED 0 <= N - M", "REQUIRED 5 <= P"));
}

// N//5 - N is negative from 1 on: the slice counts from the end, where N = 3 runs too
// (onnxruntime 1.31).
TEST(S10Assumptions, ASignThatAFactDecidesIsNotAssumed) {
  const Inferred inferred(R"(
    input x: float32[N, P]
    s = Shape(x) start=0 end=1
    const five: int64[1] = 5
    const one: int64[1] = 1
    const three: int64[1] = 3
    a = Div(s, five)
    b = Max(s, one)
    start = Sub(a, b)
    m = Mod(three, s)
    c = Mul(m, one)
    const last: int64[1] = -1
    const axes: int64[1] = 0
    y = Slice(x, start, last, axes)
    output y
    output c
  )");
  EXPECT_THAT(inferred.Facts(), ElementsAre("REQUIRED 1 <= N"));
  EXPECT_EQ(inferred.Type("y"), "float32[N - N//5 - 1, P]");
}

// NonZero of {0} finds no element, and Unique of none has none (onnxruntime 1.32), though N is at
// least 1.
TEST(S13Bounds, UniqueOfWhatMayBeEmptyMayBeEmpty) {
  const Inferred inferred(R"(
    input x: int64[N]
    found = NonZero(x)
    unique = Unique(found)
    const zero: int64[] = 0
    first = Gather(x, zero)
    output unique
    output first
  )");
  EXPECT_THAT(inferred.Facts(), ::testing::Contains("REQUIRED 1 <= N"));
  const v1::Type& type = inferred.answer().outputs(0).type();
  EXPECT_EQ(type.tensor().shape().dims(0).range().min(), 0);
}

TEST(S5Facts, TheSameDemandNamesAllNodes) {
  const Inferred inferred(R"(
    input x: float32[N, 4]
    input y: float32[M, 4]
    a = Add(x, y)
    b = Sub(x, y)
    output a
    output b
  )");
  ASSERT_EQ(inferred.answer().facts_size(), 1);
  const v1::Fact& fact = inferred.answer().facts(0);
  EXPECT_EQ(fact.relation(), v1::Fact::RELATION_BROADCASTABLE);
  ASSERT_EQ(fact.sites_size(), 3);
  EXPECT_EQ(fact.sites(0).node(), 0u);
  EXPECT_EQ(fact.sites(0).input(), 0u);
  EXPECT_EQ(fact.sites(0).axis(), 0u);
  EXPECT_EQ(fact.sites(1).input(), 1u);
  EXPECT_EQ(fact.sites(2).node(), 1u);
}

// min(S, 512) broadcasts with S exactly if S <= 512.
TEST(S1Broadcast, WithItsOwnMinimumIsALimit) {
  const Inferred inferred(R"(
    input x: float32[1, S]
    const table: float32[1, 4] = 1 2 3 4
    s = Shape(x)
    const one: int64[1] = 1
    const four: int64[1] = 4
    const two: int64[1] = 2
    n = Gather(s, one)
    const zero: int64[1] = 0
    p = Slice(table, zero, n, one)
    y = Add(x, p)
    z = Mul(y, x)
    output z
  )");
  EXPECT_THAT(inferred.Facts(), ElementsAre("REQUIRED S <= 4"));
  EXPECT_EQ(inferred.Type("y"), "float32[1, S]");
}

TEST(S19Contradictions, NameAnIrreducibleSet) {
  // N = 8 by the first product; the TopK has nothing to do with it.
  const Inferred inferred(R"(
    input x: float32[N, 4]
    input z: float32[M, 4]
    const w: float32[8, 1] = 1 2 3 4 5 6 7 8
    const v: float32[9, 1] = 1 2 3 4 5 6 7 8 9
    const k: int64[1] = 5
    top, i = TopK(z, k) axis=0
    t = Transpose(x) perm=[1, 0]
    a = MatMul(t, w)
    b = MatMul(t, v)
    output a
    output b
    output top
  )");
  const v1::InferShapesResponse& answer = inferred.answer();
  EXPECT_THAT(inferred.Facts(), ElementsAre("REQUIRED 5 <= M", "REQUIRED N = 8", "REQUIRED 8 = 9"));
  EXPECT_EQ(answer.facts(2).state(), v1::Fact::STATE_REFUTED);
  EXPECT_THAT(answer.facts(2).conflicts_with(), ElementsAre(1));
  ASSERT_EQ(answer.diagnostics_size(), 1);
  EXPECT_THAT(answer.diagnostics(0).facts(), ElementsAre(1, 2));
  EXPECT_THAT(PreconditionPlaces(answer), ElementsAre(0, 1));
}

TEST(S19Contradictions, WhatContradictsItselfConflictsWithNothing) {
  const Inferred inferred(R"(
    input x: float32[8, 4]
    const v: float32[9, 1] = 1 2 3 4 5 6 7 8 9
    t = Transpose(x) perm=[1, 0]
    b = MatMul(t, v)
    output b
  )");
  ASSERT_EQ(inferred.answer().facts_size(), 1);
  EXPECT_THAT(inferred.answer().facts(0).conflicts_with(), IsEmpty());
  EXPECT_THAT(inferred.answer().diagnostics(0).facts(), ElementsAre(0));
}

// N is a multiple of 4, as the Reshape demands, and then found to be 6.
TEST(S19Contradictions, WhatOnlyLaterFactsRefuteIsTold) {
  const Inferred inferred(R"(
    input x: float32[N, 1]
    const shape: int64[2] = -1 4
    const w: float32[6, 1] = 1 2 3 4 5 6
    r = Reshape(x, shape)
    t = Transpose(x) perm=[1, 0]
    m = MatMul(t, w)
    output r
    output m
  )");
  const v1::InferShapesResponse& answer = inferred.answer();
  ASSERT_EQ(answer.facts_size(), 2);
  EXPECT_EQ(answer.facts(0).state(), v1::Fact::STATE_OPEN);
  EXPECT_EQ(answer.facts(1).state(), v1::Fact::STATE_REFUTED);
  EXPECT_THAT(answer.facts(1).conflicts_with(), ElementsAre(0));
  ASSERT_EQ(answer.diagnostics_size(), 1);
  EXPECT_THAT(answer.diagnostics(0).facts(), ElementsAre(0, 1));
}

// What the caller says of N decides what its interval leaves open.
TEST(S5Facts, WhatTheCallerSaysProvesOrRefutes) {
  const auto state = [&](const std::string& rest) {
    const v1::InferShapesResponse answer = Answer(Request(kReshapeToRows, rest));
    for (const v1::Fact& fact : answer.facts()) {
      if (fact.basis() == v1::Fact::BASIS_REQUIRED) return fact.state();
    }
    return v1::Fact::STATE_UNSPECIFIED;
  };
  // 4*N is a multiple of 32 exactly if N is one of 8.
  EXPECT_EQ(state(""), v1::Fact::STATE_OPEN);
  EXPECT_EQ(state("model { premises: 'mod(N, 4) = 0' }"), v1::Fact::STATE_OPEN);
  // What a premise of its own kind proves is no fact.
  EXPECT_EQ(state("model { premises: 'mod(N, 16) = 0' }"), v1::Fact::STATE_UNSPECIFIED);
  EXPECT_EQ(state("model { premises: 'N in {8, 24}' }"), v1::Fact::STATE_PROVED);
  EXPECT_EQ(state("model { premises: 'N in {8, 25}' }"), v1::Fact::STATE_OPEN);
  EXPECT_EQ(state("model { premises: 'N in {9, 25}' }"), v1::Fact::STATE_REFUTED);
}

TEST(Preconditions, AreOverTheInputsAlone) {
  const Inferred inferred(R"(
    input x: float32[N, M]
    input y: float32[N, 3]
    const k: int64[1] = 2
    n = NonZero(x)
    v, i = TopK(n, k) axis=1
    w, j = TopK(x, k) axis=1
    output v
    output w
  )");
  EXPECT_THAT(inferred.Facts(), ElementsAre("DECLARED N = N", "REQUIRED 2 <= ?1", "REQUIRED 2 <= M",
                                            "REQUIRED ?1 <= N*M"));
  EXPECT_EQ(inferred.answer().facts(1).state(), v1::Fact::STATE_DATA_DEPENDENT);
  EXPECT_EQ(inferred.answer().facts(3).state(), v1::Fact::STATE_PROVED);
  EXPECT_THAT(PreconditionPlaces(inferred.answer()), ElementsAre(0, 2));
}

TEST(Preconditions, OfABranchAreNotAskedOfEveryCall) {
  const Inferred inferred(R"(
    input x: float32[N, 4]
    input p: bool[]
    const k: int64[1] = 2
    y = If(p) then_branch={ v, i = TopK(x, k) axis=0 output v } else_branch={ e = Relu(x) output e }
    output y
  )");
  EXPECT_THAT(inferred.Facts(),
              ElementsAre("REQUIRED 2 <= N if then_branch", "REQUIRED ?1 <= max(2, N)"));
  EXPECT_THAT(PreconditionPlaces(inferred.answer()), IsEmpty());
}

TEST(Violations, SayHowToMendThem) {
  const auto suggestions = [](const char* model, const std::string& sizes) {
    const auto answer = Answer(EvaluateRequestOf(model, absl::StrCat("bindings { ", sizes, " }")));
    std::vector<std::string> texts;
    for (const auto& violation : answer.evaluations(0).violations()) {
      texts.push_back(violation.suggestion());
    }
    return texts;
  };
  constexpr char kReshape[] = R"(
    input x: float32[S, 4]
    const shape: int64[2] = -1 32
    a = Reshape(x, shape)
    output a
  )";
  EXPECT_THAT(suggestions(kReshape, "symbols { symbol: 'S' size: 12 }"),
              ElementsAre("S must be a multiple of 8"));
  // Positions of a table of four: S of them, from P on.
  constexpr char kPositions[] = R"(
    input past: float32[1, P]
    input new: float32[1, S]
    input table: float32[1, 6]
    all = Concat(past, new) axis=1
    s = Shape(all)
    const one: int64[1] = 1
    const zero: int64[1] = 0
    n = Gather(s, one)
    t = Slice(table, zero, n, one)
    y = Add(all, t)
    output y
  )";
  EXPECT_THAT(
      suggestions(kPositions, "symbols { symbol: 'P' size: 5 } symbols { symbol: 'S' size: 2 }"),
      ElementsAre("P + S <= 6"));
}

// The facts that are left out fail with those that imply them, and are named.
TEST(Violations, NameAllNodesThatFail) {
  const auto answer = Answer(EvaluateRequestOf(R"(
    input x: float32[1, 3, H, 32]
    input w: float32[3, 3, 2, 2]
    a = Conv(x, w) strides=[2, 2]
    b = Conv(a, w) strides=[2, 2]
    c = Conv(b, w) strides=[2, 2]
    output c
  )",
                                               "bindings { symbols { symbol: 'H' size: 3 } }"));
  ASSERT_EQ(answer.evaluations(0).violations_size(), 1);
  const v1::Violation& violation = answer.evaluations(0).violations(0);
  EXPECT_THAT(violation.message(), AllOf(HasSubstr("node 2 Conv"), HasSubstr("node 1 Conv")));
  EXPECT_EQ(violation.suggestion(), "H >= 8");
  EXPECT_EQ(violation.left(), 2);
  EXPECT_EQ(violation.right(), 0);
}

// A name may be as long as the model, and a fact is kept for each node.
TEST(FactReport, SuggestionsAreShort) {
  const std::string name(2000, 'N');
  const Inferred inferred(absl::StrCat("input x: float32[", name, ", 3]\ninput z: float32[M, 3]\n",
                                       "const k: int64[1] = 5\ntop, i = TopK(x, k) axis=0\n",
                                       "low, j = TopK(z, k) axis=0\noutput top\noutput low\n"));
  ASSERT_EQ(inferred.answer().facts_size(), 2);
  EXPECT_EQ(inferred.answer().facts(0).suggestion(), "");
  EXPECT_THAT(inferred.answer().facts(0).right().expr(), HasSubstr(name));
  EXPECT_EQ(inferred.answer().facts(1).suggestion(), "M >= 5");
}

}  // namespace
}  // namespace shapewright::inference
