// If, Loop, Scan, scopes of facts. Expected values by hand from the operators'
// specification and the paragraphs of semantics.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/core/inference/support/inferred.h"

namespace shapewright::inference {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(S17IfJoin, SameExpressionIsKept) {
  const Inferred model(R"(
    input p: bool[]
    input x: float32[N, 3]
    y = If(p) then_branch={ a = Relu(x) output a }
              else_branch={ b = Neg(x) output b }
    output y
  )");
  EXPECT_EQ(model.Type("y"), "float32[N, 3]");
}

TEST(S17IfJoin, EqualPairsAreOneSymbolWithinTheHull) {
  const Inferred model(R"(
    input p: bool[]
    input x: float32[2, 2, 3]
    input z: float32[8, 8, 3]
    y = If(p) then_branch={ a = Relu(x) output a }
              else_branch={ b = Neg(z) output b }
    output y
  )");
  EXPECT_EQ(model.Type("y"), "float32[?1, ?1, 3]");
  EXPECT_THAT(model.Symbols(), Contains("?1 ANONYMOUS 2..8"));
}

TEST(S17IfJoin, DifferentRanksGiveARankInterval) {
  const Inferred model(R"(
    input p: bool[]
    input x: float32[2]
    input z: float32[8, 8, 3]
    y = If(p) then_branch={ a = Relu(x) output a }
              else_branch={ b = Neg(z) output b }
    output y
  )");
  EXPECT_EQ(model.Type("y"), "float32?");
}

// The branch that is never executed gets types too; its errors do not count.
TEST(S17IfJoin, TheOtherBranchIsInferredToo) {
  const Inferred model(R"(
    input x: float32[2, 3]
    p = Constant() value=bool[](1)
    y = If(p) then_branch={ a = Relu(x) output a }
              else_branch={ b = Neg(x) c = MatMul(b, b) output c }
    output y
  )");
  EXPECT_EQ(model.Type("y"), "float32[2, 3]");
  EXPECT_EQ(model.Type("b"), "float32[2, 3]");
  EXPECT_THAT(model.Diagnostics(), ElementsAre("INFO DIM_MISMATCH"));
}

TEST(S17IfJoin, KnownConditionTakesItsBranch) {
  const Inferred model(R"(
    input x: float32[N, 3]
    s = Shape(x)
    one = Constant() value=int64[](1)
    three = Constant() value=int64[](3)
    dim = Gather(s, one)
    p = Equal(dim, three)
    y = If(p) then_branch={ axis = Constant() value=int64[1](1)
                            a = ReduceSum(x, axis) keepdims=0 output a }
              else_branch={ b = Identity(x) output b }
    output y
  )");
  EXPECT_EQ(model.Type("y"), "float32[N]");
}

TEST(S2Scope, WhatABranchLearnsHoldsInsideOnlyAndIsReportedWithItsGuard) {
  const Inferred model(R"(
    input p: bool[]
    input x: float32[M, N]
    input w: float32[8, 4]
    input v: float32[M, 4]
    y = If(p) then_branch={ a = MatMul(x, w) r = Relu(x) output a }
              else_branch={ b = Identity(v) output b }
    z = Relu(x)
    output y
    output z
  )");
  EXPECT_EQ(model.Type("z"), "float32[M, N]");
  EXPECT_EQ(model.Type("r"), "float32[M, 8]");
  EXPECT_EQ(model.Type("y"), "float32[M, 4]");
  EXPECT_THAT(model.Facts(), Contains("REQUIRED N = 8 if then_branch"));
}

// No output of the branch needs the node: a runtime may leave it out.
TEST(S2Scope, ContradictionUnderAGuardIsAWarning) {
  const Inferred model(R"(
    input p: bool[]
    input x: float32[M, 3]
    input w: float32[8, 4]
    input v: float32[M, 4]
    y = If(p) then_branch={ a = MatMul(x, w) c = Identity(v) output c }
              else_branch={ b = Identity(v) output b }
    output y
  )");
  EXPECT_THAT(model.Diagnostics(), ElementsAre("WARNING DIM_MISMATCH"));
  EXPECT_EQ(model.Type("y"), "float32[M, 4]");
}

constexpr absl::string_view kGrowingLoop = R"(
  input x: float32[N, 3]
  input e: float32[2, 3]
  const m: int64[1] = 5
  trips = Squeeze(m)
  y, s = Loop(trips, _, x) body={
    input i: int64[]
    input c: bool[]
    input v: float32[?, 3]
    w = Concat(v, e) axis=0
    q = Relu(e)
    k = Identity(c)
    output k
    output w
    output q
  }
  output y
  output s
)";

TEST(S18Loop, CarriedDimGrowsByTripsTimesStep) {
  const Inferred model(kGrowingLoop);
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  EXPECT_EQ(model.Type("y"), "float32[N + 10, 3]");
  EXPECT_EQ(model.Type("s"), "float32[5, 2, 3]");
}

TEST(S18Loop, UnknownTripCountGivesAnInterval) {
  const Inferred model(R"(
    input x: float32[4, 3]
    input e: float32[2, 3]
    input p: bool[]
    const m: int64[] = 5
    y, s = Loop(m, p, x) body={
      input i: int64[]
      input c: bool[]
      input v: float32[?, 3]
      w = Concat(v, e) axis=0
      sum = ReduceSum(w) keepdims=0
      zero = Constant() value=float32[](0.5)
      k = Greater(sum, zero)
      output k
      output w
      output e2
      e2 = Relu(e)
    }
    output y
    output s
  )");
  EXPECT_THAT(model.Type("y"), ::testing::MatchesRegex("float32\\[\\?[0-9]+, 3\\]"));
  EXPECT_THAT(model.Type("s"), ::testing::MatchesRegex("float32\\[\\?[0-9]+, 2, 3\\]"));
  EXPECT_THAT(model.Symbols(), Contains(::testing::MatchesRegex("\\?[0-9]+ ANONYMOUS 4\\.\\.14")));
  EXPECT_THAT(model.Symbols(),
              Contains(::testing::MatchesRegex("\\?[0-9]+ DATA_DEPENDENT 0\\.\\.5")));
}

// The loop may end early, so y has at most N + 2 * m rows.
TEST(S18Loop, WhatGrowsUntilDataEndItHasAnUpperBound) {
  const Inferred model(R"(
    input x: float32[N, 3]
    input e: float32[2, 3]
    input m: int64[]
    input p: bool[]
    y = Loop(m, p, x) body={
      input i: int64[]
      input c: bool[]
      input v: float32[?, 3]
      w = Concat(v, e) axis=0
      k = Not(c)
      output k
      output w
    }
    output y
  )");
  EXPECT_THAT(model.Type("y"), ::testing::MatchesRegex("float32\\[\\?[0-9]+, 3\\]"));
  EXPECT_THAT(
      model.Facts(),
      Contains(::testing::MatchesRegex("REQUIRED \\?[0-9]+ <= N \\+ 2\\*max\\(0, m\\[\\]\\)")));
}

// Each of five iterations appends a data-dependent number of rows of e, at most E.
TEST(S18Loop, StepsThatDataDecideAddUpToABound) {
  const Inferred model(R"(
    input x: float32[N, 3]
    input e: float32[E, 3]
    input last: int64[E]
    const m: int64[] = 5
    y = Loop(m, _, x) body={
      input i: int64[]
      input c: bool[]
      input v: float32[?, 3]
      q = Less(i, last)
      r = Compress(e, q) axis=0
      w = Concat(v, r) axis=0
      k = Identity(c)
      output k
      output w
    }
    output y
  )");
  EXPECT_THAT(model.Type("y"), ::testing::MatchesRegex("float32\\[\\?[0-9]+, 3\\]"));
  EXPECT_THAT(model.Facts(),
              Contains(::testing::MatchesRegex("REQUIRED \\?[0-9]+ <= N \\+ 5\\*E")));
}

// A value that each iteration replaces is bounded by its initial size and its replacements' sizes.
TEST(S18Loop, WhatIsReplacedIsBoundedByItsReplacements) {
  const Inferred model(R"(
    input x: float32[4]
    input e: float32[6]
    input q: bool[6]
    input m: int64[]
    y = Loop(m, _, x) body={
      input i: int64[]
      input c: bool[]
      input v: float32[?]
      w = Compress(e, q)
      k = Identity(c)
      output k
      output w
    }
    output y
  )");
  EXPECT_THAT(model.Symbols(), Contains(::testing::MatchesRegex("\\?[0-9]+ ANONYMOUS 0\\.\\.6")));
}

TEST(S18Loop, UnchangedCarriedDimsAreKept) {
  const Inferred model(R"(
    input x: float32[N, 3]
    input m: int64[]
    input p: bool[]
    y = Loop(m, p, x) body={
      input i: int64[]
      input c: bool[]
      input v: float32[?, ?]
      w = Relu(v)
      k = Identity(c)
      output k
      output w
    }
    output y
  )");
  EXPECT_EQ(model.Type("y"), "float32[N, 3]");
}

TEST(S18Loop, TripCountOfAnInputIsAValueSymbol) {
  const Inferred model(R"(
    input x: float32[3]
    input m: int64[]
    y, s = Loop(m, _, x) body={
      input i: int64[]
      input c: bool[]
      input v: float32[3]
      w = Relu(v)
      k = Identity(c)
      r = Identity(w)
      output k
      output w
      output r
    }
    output s
  )");
  EXPECT_EQ(model.Type("s"), "float32[max(0, m[]), 3]");
}

TEST(S2Scope, NestedControlFlowOf32LevelsEnds) {
  std::string text = "a = Relu(x) output a";
  for (int level = 0; level < 31; ++level) {
    text = absl::StrCat("t", level, " = Loop(m, p, x) body={ input i", level, ": int64[] input c",
                        level, ": bool[] input v", level, ": float32[?] ", text, " k", level,
                        " = Identity(c", level, ") w", level, " = Concat(v", level,
                        ", x) axis=0 output k", level, " output w", level, " }");
    // Only the innermost body has the extra output of the first text.
    const size_t output = text.find("output a");
    if (output != std::string::npos) text.erase(output, 8);
  }
  const Inferred model(
      absl::StrCat("input x: float32[N] input m: int64[] input p: bool[] ", text, " output t30"));
  EXPECT_TRUE(model.status().ok()) << model.status();
}

TEST(Scan9, StacksSlicesAndCarriesState) {
  const Inferred model(R"(
    input h: float32[B, 4]
    input x: float32[S, B, 3]
    y, s = Scan(h, x) num_scan_inputs=1 body={
      input hi: float32[?, 4]
      input xi: float32[?, 3]
      c = Concat(hi, xi) axis=1
      ho = Relu(hi)
      output ho
      output c
    }
    output y
    output s
  )");
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  EXPECT_EQ(model.Type("y"), "float32[B, 4]");
  EXPECT_EQ(model.Type("s"), "float32[S, B, 7]");
}

TEST(Functions, AreInferredAtEachCall) {
  const Inferred model(R"(
    opset 17
    opset my.domain 1
    function my.domain.Join(a, b) -> (c) {
      attribute axis
      c = Concat(a, b) axis=@axis
    }
    input x: float32[N, 3]
    p = my.domain.Join(x, x) axis=0
    q = my.domain.Join(x, x) axis=1
    output p
    output q
  )");
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  EXPECT_EQ(model.Type("p"), "float32[2*N, 3]");
  EXPECT_EQ(model.Type("q"), "float32[N, 6]");
}

// Found by fuzzing: a call without operands, before any value was compared with another.
TEST(Functions, TakeNoOperand) {
  const Inferred model(R"(
    opset 17
    opset my.domain 1
    function my.domain.F(a) -> (b) { b = Constant() value=float32[2](1.0 2.0) }
    y = my.domain.F(_)
    output y
  )");
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  EXPECT_EQ(model.Type("y"), "float32[2]");
}

TEST(Functions, RecursionIsAnError) {
  const Inferred model(R"(
    opset 17
    opset my.domain 1
    function my.domain.F(a) -> (b) { b = my.domain.G(a) }
    function my.domain.G(a) -> (b) { b = my.domain.F(a) }
    input x: float32[N]
    y = my.domain.F(x)
    z = Relu(x)
    output z
  )");
  EXPECT_THAT(model.Diagnostics(), ElementsAre("ERROR RECURSIVE_FUNCTION"));
  EXPECT_EQ(model.Type("z"), "float32[N]");
}

TEST(UnknownOperator, GivesUnknownOutputsAndOneDiagnostic) {
  const Inferred model(R"(
    opset 17
    opset my.domain 1
    input x: float32[N]
    a = my.domain.Magic(x)
    b = my.domain.Magic(a)
    c = Relu(x)
    output c
  )");
  EXPECT_EQ(model.Type("a"), "?");
  EXPECT_EQ(model.Type("c"), "float32[N]");
  EXPECT_THAT(model.Diagnostics(), ElementsAre("WARNING UNKNOWN_OPERATOR"));
}

TEST(UnknownOperator, IsPerhapsMisspelt) {
  const Inferred model("opset 17\n input x: float32[N]\n y = Rleu(x)\n output y");
  ASSERT_EQ(model.answer().diagnostics_size(), 1);
  EXPECT_THAT(model.answer().diagnostics(0).message(), testing::HasSubstr("did you mean `Relu`?"));
}

TEST(NewerOpset, IsAWarning) {
  const Inferred newer("opset 99\n input x: float32[N]\n y = Relu(x)\n output y");
  EXPECT_THAT(newer.Diagnostics(), ElementsAre("WARNING NEWER_OPSET"));
  EXPECT_EQ(newer.Type("y"), "float32[N]");
}

// The rank of a sequence's elements outlives the loop that fills it.
TEST(S18Loop, ASequenceThatGrows) {
  const Inferred model(R"(
    input xs: seq(float32[?, 3])
    input n: int64[]
    cond = Constant() value=bool[](1)
    none = SequenceEmpty()
    y = Loop(n, cond, none) body={
      input i: int64[]
      input go: bool[]
      input had: seq(float32)
      one = SequenceAt(xs, i)
      has = SequenceInsert(had, one)
      keep = Identity(go)
      output keep
      output has
    }
    size = SequenceLength(y)
    zero = Constant() value=int64[](0)
    one = Constant() value=int64[](1)
    picked = Range(zero, size, one)
    output y
    output picked
  )");
  EXPECT_THAT(model.Type("y"), testing::MatchesRegex("seq\\(float32\\[\\?[0-9]+, 3\\].*\\)"));
  EXPECT_EQ(model.Type("picked"), "int64[max(0, n[])]");
}

// onnxruntime runs the body 5 times: the condition depends on what is carried.
TEST(S18Loop, AConditionThatWhatIsCarriedDecides) {
  const Inferred model(R"(
    input x: float32[N]
    most = Constant() value=int64[](10)
    cond = Constant() value=bool[](1)
    zero = Constant() value=int64[](0)
    last, y = Loop(most, cond, zero) body={
      input i: int64[]
      input go: bool[]
      input k: int64[]
      one = Constant() value=int64[](1)
      five = Constant() value=int64[](5)
      next = Add(k, one)
      keep = Less(next, five)
      slice = Identity(x)
      output keep
      output next
      output slice
    }
    output y
  )");
  EXPECT_EQ(model.Type("y"), "float32[5, N]");
}

// Each iteration adds one element to those that were there. Stacked and concatenated (torch.stack,
// torch.cat of a list), the sequence has the sizes that onnxruntime gives for n = 4, N = 6.
TEST(S18Loop, ASequenceThatGrowsEvenly) {
  const Inferred model(R"(
    input x: float32[N]
    input n: int64[]
    cond = Constant() value=bool[](1)
    one = SequenceConstruct(x)
    y = Loop(n, cond, one) body={
      input i: int64[]
      input go: bool[]
      input had: seq(float32[N])
      two = SequenceInsert(had, x)
      has = SequenceInsert(two, x)
      keep = Identity(go)
      output keep
      output has
    }
    length = SequenceLength(y)
    stack = ConcatFromSequence(y) axis=0 new_axis=1
    cat = ConcatFromSequence(y) axis=0
    output stack
  )");
  EXPECT_EQ(model.Type("stack"), "float32[2*max(0, n[]) + 1, N]");
  EXPECT_EQ(model.Type("cat"), "float32[2*N*max(0, n[]) + N]");
}

// Inputs that the operator must have (onnx.defs).
TEST(RequiredInputs, AreReported) {
  const Inferred model(R"(
    input x: float32[2, 3]
    y = Relu()
    output y
  )");
  EXPECT_THAT(model.Diagnostics(), ElementsAre("ERROR WRONG_INPUT_COUNT"));
}

}  // namespace
}  // namespace shapewright::inference
