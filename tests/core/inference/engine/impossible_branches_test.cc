// Branches and bodies that cannot run: S36 of docs/semantics.md. Expected values by hand;
// onnxruntime refuses each of these nodes when it runs it, and runs the models where it does not
// (tests/conformance/check_branches.py).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "tests/core/inference/support/inferred.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::inference {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

constexpr absl::string_view kByRate = R"(
    input x: float32[B, 5]
    input sr: int64[]
    const rate: int64[] = 16000
    const axis: int64[1] = 1
    p = Equal(sr, rate)
    y = If(p) then_branch={ a = Squeeze(x, axis) output a }
              else_branch={ b = Identity(x) output b }
    output y
  )";

TEST(S36ImpossibleBranch, TheOtherOneRuns) {
  const Inferred model(kByRate);
  EXPECT_EQ(model.Type("y"), "float32[B, 5]");
  EXPECT_THAT(model.Facts(), ElementsAre("REQUIRED sr[] != 16000"));
  ASSERT_THAT(model.Diagnostics(), ElementsAre("INFO DIM_MISMATCH"));
  EXPECT_THAT(model.answer().diagnostics(0).message(), HasSubstr("then_branch never runs"));
  EXPECT_TRUE(model.answer().consistent());
  InferOptions strict;
  strict.strictness = Strictness::kNoErrors;
  EXPECT_TRUE(Inferred(kByRate, strict).status().ok());
}

TEST(S36ImpossibleBranch, ItsConditionIsAViolation) {
  const auto answer = Answer(EvaluateRequestOf(kByRate, R"pb(
    bindings {
      symbols { symbol: "B" size: 2 }
      symbols { symbol: "sr[]" size: 16000 }
    }
    bindings {
      symbols { symbol: "B" size: 2 }
      symbols { symbol: "sr[]" size: 8000 }
    })pb"));
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_INVALID);
  EXPECT_EQ(answer.evaluations(0).violations_size(), 1);
  EXPECT_EQ(answer.evaluations(1).verdict(), v1::Evaluation::VERDICT_VALID);
  EXPECT_THAT(answer.evaluations(1).violations(), IsEmpty());
}

// Where a premise says that it runs, the model fails (onnxruntime does at sr=16000).
TEST(S36ImpossibleBranch, FailsWhereAPremiseSaysThatItRuns) {
  const auto evaluated = Answer(EvaluateRequestOf(
      kByRate, "model { premises: 'sr[] = 16000' } bindings { symbols { symbol: 'B' size: 2 } }"));
  EXPECT_EQ(evaluated.evaluations(0).verdict(), v1::Evaluation::VERDICT_INVALID);
  const auto inferred =
      Answer(RequestOf<v1::InferShapesRequest>(kByRate, "model { premises: 'sr[] = 16000' }"));
  EXPECT_FALSE(inferred.consistent());
}

// A Loop of which a premise says that it has an iteration, alike.
TEST(S36ImpossibleBranch, FailsWhereAPremiseSaysThatALoopRuns) {
  constexpr absl::string_view kLoop = R"(
    input n: int64[]
    input x: float32[4, 5]
    input w: float32[8, 4]
    const go: bool[] = 1
    y = Loop(n, go, x) body={
      input i: int64[]
      input c: bool[]
      input a: float32[?, ?]
      b = MatMul(x, w)
      output c
      output a
    }
    output y
  )";
  const auto fails = [&](const std::string& premise) {
    const std::string rest = absl::StrCat("model { premises: '", premise, "' } bindings {}");
    const auto answer = Answer(EvaluateRequestOf(kLoop, rest));
    return answer.evaluations(0).verdict() == v1::Evaluation::VERDICT_INVALID;
  };
  EXPECT_FALSE(fails("n[] <= 3"));
  EXPECT_TRUE(fails("n[] = 1"));
}

// The branch that is left is one that certainly runs: what it demands holds outside of it.
TEST(S36ImpossibleBranch, WhatTheOtherOneDemandsHolds) {
  const Inferred model(R"(
    input p: bool[]
    input x: float32[M, N]
    input w: float32[8, 4]
    input v: float32[3, 4]
    y = If(p) then_branch={ a = MatMul(x, w) output a }
              else_branch={ b = MatMul(v, v) output b }
    z = Relu(x)
    output y
    output z
  )");
  EXPECT_EQ(model.Type("y"), "float32[M, 4]");
  EXPECT_EQ(model.Type("a"), "float32[M, 4]");
  EXPECT_EQ(model.Type("z"), "float32[M, 8]");
  EXPECT_THAT(model.Facts(), UnorderedElementsAre("REQUIRED p[] = 1", "REQUIRED N = 8"));
}

std::string FailsIf(absl::string_view condition) {
  return absl::StrCat(R"(
    input x: float32[N]
    input k: int64[]
    input q: int64[]
    const five: float32[5] = 1. 2. 3. 4. 5.
    const six: float32[6] = 1. 2. 3. 4. 5. 6.
    const two: int64[] = 2
    )",
                      condition, R"(
    y = If(c) then_branch={ a = MatMul(five, six) output a }
              else_branch={ b = Identity(x) output b }
    output y
  )");
}

TEST(S36ImpossibleBranch, TheFactSaysWhatTheConditionSays) {
  const auto facts = [](absl::string_view condition) {
    return Inferred(FailsIf(condition)).Facts();
  };
  EXPECT_THAT(facts("n = Add(q, two) c = Less(k, n)"), ElementsAre("REQUIRED q[] + 2 <= k[]"));
  EXPECT_THAT(facts("c = GreaterOrEqual(k, two)"), ElementsAre("REQUIRED k[] <= 1"));
  EXPECT_THAT(facts("e = Equal(k, two) c = Not(e)"), ElementsAre("REQUIRED k[] = 2"));
  // A condition that data decide says nothing of the inputs.
  EXPECT_THAT(facts("m = ReduceSum(x) keepdims=0 z = Constant() value=float32[](0.5)\n"
                    "c = Greater(m, z)"),
              IsEmpty());
}

TEST(S36ImpossibleBranch, BothImpossibleIsOneError) {
  constexpr absl::string_view kIf = R"(
    y = If(p) then_branch={ a = Gather(x, four) output a }
              else_branch={ b = Gather(x, five) output b }
  )";
  constexpr absl::string_view kInputs = R"(
    input p: bool[]
    input q: bool[]
    input x: int64[3]
    input z: int64[]
    const four: int64[] = 4
    const five: int64[] = 5
  )";
  const Inferred alone(absl::StrCat(kInputs, kIf, "output y"));
  EXPECT_THAT(alone.Diagnostics(),
              UnorderedElementsAre("ERROR NO_BRANCH_RUNS", "INFO INDEX_OUT_OF_RANGE",
                                   "INFO INDEX_OUT_OF_RANGE"));
  EXPECT_EQ(alone.answer().diagnostics(0).related_size(), 2);
  // Then the branch of an outer If is impossible in turn.
  const Inferred within(
      absl::StrCat(kInputs, "w = If(q) then_branch={", kIf,
                   "output y } else_branch={ e = Identity(z) output e } output w"));
  EXPECT_THAT(within.Diagnostics(), Not(Contains(HasSubstr("ERROR"))));
  EXPECT_THAT(within.Facts(), ElementsAre("REQUIRED q[] = 0"));
  EXPECT_EQ(within.Type("w"), "int64[]");
}

// The fact of an inner If holds where the outer branch runs.
TEST(S36ImpossibleBranch, UnderAGuardTheFactStandsUnderIt) {
  const Inferred model(R"(
    input p: bool[]
    input q: bool[]
    input x: int64[3]
    input z: int64[]
    const four: int64[] = 4
    y = If(p) then_branch={
      v = If(q) then_branch={ a = Gather(x, four) output a }
                else_branch={ e = Identity(z) output e }
      output v
    } else_branch={ b = Identity(z) output b }
    output y
  )");
  EXPECT_THAT(model.Diagnostics(), ElementsAre("INFO INDEX_OUT_OF_RANGE"));
  EXPECT_THAT(model.Facts(), ElementsAre("REQUIRED q[] = 0 if then_branch"));
}

// An error under the guard of an inner If is none of the outer branch.
TEST(S36ImpossibleBranch, WhatAnInnerGuardHidesIsNoErrorOfTheOuterNode) {
  const Inferred model(R"(
    input p: bool[]
    input q: bool[]
    input x: int64[3]
    input z: int64[]
    const four: int64[] = 4
    y = If(p) then_branch={
      v = If(q) then_branch={ a = Gather(x, four) output a }
                else_branch={ e = Identity(z) output e }
      output v
    } else_branch={ b = Gather(x, four) output b }
    output y
  )");
  EXPECT_THAT(model.Diagnostics(), Each("INFO INDEX_OUT_OF_RANGE"));
  EXPECT_THAT(model.Facts(), UnorderedElementsAre("REQUIRED p[] = 1", "REQUIRED q[] = 0"));
}

TEST(S36ImpossibleBranch, ThroughFunctions) {
  const Inferred model(R"(
    opset 17
    opset my.domain 1
    function my.domain.Take(x, i) -> (y) { y = Gather(x, i) }
    function my.domain.Choose(x, z, p, i) -> (y) {
      y = If(p) then_branch={ a = my.domain.Take(x, i) output a }
                else_branch={ b = Identity(z) output b }
    }
    input p: bool[]
    input q: bool[]
    input x: int64[3]
    input z: int64[]
    const four: int64[] = 4
    const two: int64[] = 2
    y = my.domain.Choose(x, z, p, four)
    v = my.domain.Choose(x, z, q, two)
    output y
    output v
  )");
  EXPECT_THAT(model.Facts(), ElementsAre("REQUIRED p[] = 0"));
  EXPECT_THAT(model.Diagnostics(), ElementsAre("INFO INDEX_OUT_OF_RANGE"));
}

// The first result of the function is not used.
TEST(S36ImpossibleBranch, WhatARuntimeMayPruneProvesNothing) {
  const Inferred model(R"(
    opset 17
    opset my.domain 1
    function my.domain.F(x, z, i) -> (a, b) { a = Gather(x, i) b = Identity(z) }
    input p: bool[]
    input x: int64[3]
    input z: int64[]
    const four: int64[] = 4
    y = If(p) then_branch={ u, v = my.domain.F(x, z, four) output v }
              else_branch={ b = Identity(z) output b }
    output y
  )");
  EXPECT_THAT(model.Facts(), IsEmpty());
  EXPECT_THAT(model.Diagnostics(), ElementsAre("WARNING INDEX_OUT_OF_RANGE"));
}

TEST(S36ImpossibleBranch, WhatMakesAModelInvalidStaysAnError) {
  constexpr absl::string_view kBranches = R"(
    y = If(p) then_branch={ a = Concat(x, x) output a }
              else_branch={ b = Identity(x) output b }
    output y
  )";
  const Inferred open(absl::StrCat("input p: bool[] input x: float32[3, 4]", kBranches));
  EXPECT_THAT(open.Diagnostics(), ElementsAre("ERROR MISSING_ATTRIBUTE"));
  EXPECT_THAT(open.Facts(), IsEmpty());
}

// The size of r is assumed to be k (S5); with k = -1 it is 6.
TEST(S36ImpossibleBranch, WhatRestsOnAnAssumptionProvesNothing) {
  const Inferred model(R"(
    input p: bool[]
    input x: float32[M, 2]
    input k: int64[1]
    input z: float32[0]
    r = Reshape(x, k)
    y = If(p) then_branch={ a = Add(r, r) m = MatMul(a, z) output a output m }
              else_branch={ b = Identity(r) n = Constant() value=float32[](0.) output b output n }
    output y
  )");
  EXPECT_THAT(model.Facts(), Not(Contains(HasSubstr("p[]"))));
}

// What value_info declares of a value that inference does not know may be wrong (S6).
TEST(S36ImpossibleBranch, WhatOnlyADeclarationSaysProvesNothing) {
  const Inferred model(R"(
    opset 17
    opset my.domain 1
    input p: bool[]
    input x: float32[3]
    u = my.domain.Magic(x)
    value u: float32[4]
    y = If(p) then_branch={ a = MatMul(x, u) output a }
              else_branch={ b = ReduceSum(x) keepdims=0 output b }
    output y
  )");
  EXPECT_THAT(model.Diagnostics(), Contains("WARNING DIM_MISMATCH"));
  EXPECT_THAT(model.Facts(), Not(Contains(HasSubstr("p[]"))));
}

// onnxruntime runs each of these nodes, which the specification does not allow.
TEST(S36ImpossibleBranch, WhatSomeRuntimeToleratesProvesNothing) {
  for (const char* node : {
           "a = PRelu(x, slope)",
           "a = ReduceMax(s) axes=[1]",
           "a = Conv(m, m2)",
           "a = NegativeLogLikelihoodLoss(t, targets)",
       }) {
    const Inferred model(absl::StrCat(R"(
      opset 13
      input p: bool[]
      input x: float32[2, 3]
      input slope: float32[4, 2, 3]
      input s: float32[]
      input m: float32[1, 3]
      input m2: float32[2, 3]
      input t: float32[2, 3, 7]
      input targets: int64[2, 1]
      y = If(p) then_branch={)",
                                      node, R"( output a }
                else_branch={ b = Identity(x) output b }
      output y
    )"));
    EXPECT_THAT(model.Facts(), Not(Contains(HasSubstr("p[]")))) << node;
    EXPECT_THAT(model.Diagnostics(), Contains(HasSubstr("WARNING"))) << node;
  }
}

TEST(S36ImpossibleBranch, UnknownOperatorsAreToldOnce) {
  const Inferred model(R"(
    opset 17
    opset my.domain 1
    input p: bool[]
    input x: int64[3]
    const four: int64[] = 4
    y = If(p) then_branch={ m = my.domain.Magic(x) a = Gather(x, four) output a }
              else_branch={ n = my.domain.Magic(x) output n }
    output y
  )");
  EXPECT_THAT(model.Diagnostics(),
              UnorderedElementsAre("WARNING UNKNOWN_OPERATOR", "INFO INDEX_OUT_OF_RANGE"));
}

// 40 nested Ifs whose branches fail are more runs than inference allows itself.
TEST(S36ImpossibleBranch, NestedOnesEnd) {
  std::string text = "a = Gather(x, four) output a";
  for (int level = 0; level < 30; ++level) {
    text = absl::StrCat("y", level, " = If(p) then_branch={", text, "} else_branch={ b", level,
                        " = Gather(x, i) output b", level, " } output y", level);
  }
  const Inferred model(absl::StrCat(
      "input p: bool[] input x: int64[3] input i: int64[] const four: int64[] = 4\n", text));
  EXPECT_TRUE(model.status().ok()) << model.status();
}

std::string LoopOver(absl::string_view inputs, absl::string_view operands) {
  return absl::StrCat(R"(
    input x: float32[2, 3]
    const w: float32[4] = 1. 2. 3. 4.
    const two: int64[] = 2
    const yes: bool[] = 1
    )",
                      inputs, "\n y, s = Loop(", operands, R"(, x) body={
      input i: int64[]
      input c: bool[]
      input v: float32[2, 3]
      a = MatMul(v, w)
      u = Identity(v)
      d = Identity(c)
      output d
      output u
      output a
    }
    output y
    output s
  )");
}

TEST(S36ImpossibleBody, RunsNoTimes) {
  const Inferred model(LoopOver("input m: int64[]", "m, yes"));
  EXPECT_THAT(model.Diagnostics(), ElementsAre("INFO DIM_MISMATCH"));
  EXPECT_THAT(model.Facts(), ElementsAre("REQUIRED m[] <= 0"));
  EXPECT_EQ(model.Type("y"), "float32[2, 3]");
  EXPECT_EQ(model.Type("s"), "float32[0, 2]");
  EXPECT_THAT(Inferred(LoopOver("input p: bool[]", "two, p")).Facts(),
              ElementsAre("REQUIRED p[] = 0"));
  EXPECT_THAT(Inferred(LoopOver("input m: int64[] input p: bool[]", "m, p")).Facts(),
              ElementsAre("REQUIRED m[]*p[] <= 0"));
}

TEST(S36ImpossibleBody, OfALoopThatRunsIsAnError) {
  EXPECT_THAT(Inferred(LoopOver("", "two, yes")).Diagnostics(), ElementsAre("ERROR DIM_MISMATCH"));
  EXPECT_THAT(Inferred(LoopOver("", "two, _")).Diagnostics(), ElementsAre("ERROR DIM_MISMATCH"));
  EXPECT_THAT(Inferred(LoopOver("", "_, yes")).Diagnostics(), ElementsAre("ERROR DIM_MISMATCH"));
}

// Only the second iteration fails: v has 6 columns then.
TEST(S36ImpossibleBody, LaterIterationsProveNothing) {
  const Inferred model(R"(
    input x: float32[2, 3]
    input m: int64[]
    const w: float32[3] = 1. 2. 3.
    y = Loop(m, _, x) body={
      input i: int64[]
      input c: bool[]
      input v: float32['a', 'b']
      a = MatMul(v, w)
      u = Concat(v, v) axis=1
      d = Identity(c)
      output d
      output u
    }
    output y
  )");
  EXPECT_THAT(model.Facts(), Not(Contains(HasSubstr("m[] <="))));
}

TEST(S36ImpossibleBody, OfAScan) {
  constexpr absl::string_view kScan = R"(
    y, s = Scan(h, x) num_scan_inputs=1 body={
      input g: float32[4]
      input r: float32[3]
      a = MatMul(g, r)
      k = Identity(g)
      output k
      output a
    }
    output s
  )";
  const Inferred open(absl::StrCat("input h: float32[4] input x: float32[S, 3]", kScan));
  EXPECT_EQ(open.Type("s"), "float32[0]");
  EXPECT_THAT(open.Facts(), ElementsAre("REQUIRED S <= 0"));
  const Inferred runs(absl::StrCat("input h: float32[4] input x: float32[2, 3]", kScan));
  EXPECT_THAT(runs.Diagnostics(), ElementsAre("ERROR DIM_MISMATCH"));
}

// onnxruntime runs these: it knows a shape without the node, or leaves a check of nothing out.
TEST(S36ImpossibleBranch, WhatRuntimesRunProvesNothing) {
  constexpr absl::string_view kModel = R"(
    input c: bool[]
    input x: float32[5, 3]
    input e: float32[1, 0]
    const three: int64[1] = 3
    y = If(c) then_branch={ %s }
              else_branch={ b = Identity(x) output b }
    output y
  )";
  for (const char* branch : {"t = Reshape(x, three) a = Shape(t) output a",
                             "a = Concat(x, e) axis=0 output a", "a = ArgMax(e) axis=1 output a"}) {
    const Inferred model(absl::StrReplaceAll(kModel, {{"%s", branch}}));
    EXPECT_THAT(model.Facts(), Not(Contains(HasSubstr("c[]")))) << branch;
    EXPECT_TRUE(model.answer().consistent()) << branch;
  }
}

// Of the condition and its opposite one holds, though no fact can say so of the second.
TEST(S36ImpossibleBranch, AnOpenConditionIsAskedOfTheBinding) {
  const auto answer =
      Answer(EvaluateRequestOf(R"(
    input c: bool[]
    input x: float32[5, 3]
    const s: int64[2] = 4 -1
    y = If(c) then_branch={ a = Reshape(x, s) output a } else_branch={ b = Relu(x) output b }
    n = Not(c)
    z = If(n) then_branch={ d = Reshape(x, s) output d } else_branch={ f = Relu(x) output f }
    output y
    output z
  )",
                               R"pb(
                                 bindings { inputs { name: "c" scalar: true values: 0 } }
                                 bindings { inputs { name: "c" scalar: true values: 1 } })pb"));
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_INVALID);
  EXPECT_EQ(answer.evaluations(1).verdict(), v1::Evaluation::VERDICT_INVALID);
}

}  // namespace
}  // namespace shapewright::inference
