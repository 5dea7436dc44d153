// Loops that run a known and small number of times: iteration by iteration (S18).
// The sizes are those that onnxruntime 1.31 gives for N = 3.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/core/inference/support/inferred.h"

namespace shapewright::inference {
namespace {

using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::MatchesRegex;

// A loop of `trips` over x whose body makes `w` of `v` and the iteration number `i`.
std::string LoopOver(absl::string_view trips, absl::string_view body) {
  return absl::StrCat("input x: float32[N] const m: int64[] = ", trips,
                      " y, s = Loop(m, _, x) body={ input i: int64[] input c: bool[] "
                      "input v: float32[?] ",
                      body, " r = Shape(w) k = Identity(c) output k output w output r } output y");
}

TEST(UnrolledLoop, ADimThatDoubles) {
  const Inferred model(LoopOver("5", "w = Concat(v, v) axis=0"));
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  EXPECT_EQ(model.Type("y"), "float32[32*N]");
  EXPECT_EQ(model.Type("s"), "int64[5, 1]");
}

TEST(UnrolledLoop, NoIteration) {
  const Inferred model(LoopOver("0", "w = Concat(v, v) axis=0"));
  EXPECT_EQ(model.Type("y"), "float32[N]");
  EXPECT_EQ(model.Type("s"), "int64[0, 1]");
}

// The iterations prepend 0, 1, 2 and 3 elements.
TEST(UnrolledLoop, TheIterationNumberIsASize) {
  const Inferred model(LoopOver("4", R"(
    one = Constant() value=int64[1](1)
    n = Reshape(i, one)
    z = ConstantOfShape(n)
    w = Concat(z, v) axis=0)"));
  EXPECT_EQ(model.Type("y"), "float32[N + 6]");
}

// Three of the five iterations double it.
TEST(UnrolledLoop, ABranchThatTheIterationNumberDecides) {
  const Inferred model(LoopOver("5", R"(
    two = Constant() value=int64[](2)
    zero = Constant() value=int64[](0)
    rest = Mod(i, two)
    even = Equal(rest, zero)
    w = If(even) then_branch={ a = Concat(v, v) axis=0 output a }
                 else_branch={ b = Relu(v) output b })"));
  EXPECT_EQ(model.Type("y"), "float32[8*N]");
}

TEST(UnrolledLoop, LoopsWithinLoops) {
  const Inferred model(LoopOver("3", R"(
    three = Constant() value=int64[](3)
    w = Loop(three, _, v) body={ input j: int64[] input d: bool[] input u: float32[?]
                                 t = Concat(u, x) axis=0 q = Identity(d) output q output t })"));
  EXPECT_EQ(model.Type("y"), "float32[10*N]");
}

TEST(UnrolledLoop, WhatIsCarriedEndsIt) {
  const Inferred model(R"(
    input x: float32[N]
    const one: int64[] = 1
    true = Constant() value=bool[](1)
    last, y, s = Loop(_, true, one, x) body={
      input i: int64[]
      input go: bool[]
      input k: int64[]
      input v: float32[?]
      next = Add(k, k)
      limit = Constant() value=int64[](20)
      keep = Less(next, limit)
      w = Concat(v, x) axis=0
      slice = Identity(next)
      output keep
      output next
      output w
      output slice
    }
    some = Range(one, last, one)
    shape = Expand(x, s)
    output y
  )");
  EXPECT_EQ(model.Type("y"), "float32[6*N]");
  EXPECT_EQ(model.Type("some"), "int64[31]");
  EXPECT_EQ(model.Type("s"), "int64[5]");
}

TEST(UnrolledLoop, ScanOutputsByValue) {
  const Inferred model(R"(
    const m: int64[] = 3
    const two: int64[] = 2
    s = Loop(m, _) body={
      input i: int64[]
      input c: bool[]
      k = Identity(c)
      size = Add(i, two)
      output k
      output size
    }
    y = ConstantOfShape(s)
    output y
  )");
  EXPECT_EQ(model.Type("y"), "float32[2, 3, 4]");
}

TEST(UnrolledLoop, ASequenceByPosition) {
  const Inferred model(R"(
    input x: float32[N]
    const m: int64[] = 3
    none = SequenceEmpty()
    y, last = Loop(m, _, none, x) body={
      input i: int64[]
      input c: bool[]
      input had: seq(float32)
      input v: float32[?]
      has = SequenceInsert(had, v)
      w = Concat(v, v) axis=0
      k = Identity(c)
      output k
      output has
      output w
    }
    const position: int64[] = -1
    z = SequenceAt(y, position)
    all = ConcatFromSequence(y) axis=0
    output all
  )");
  EXPECT_EQ(model.Type("z"), "float32[4*N]");
  EXPECT_EQ(model.Type("all"), "float32[7*N]");
}

// Assumptions of the iterations are assumed for the whole loop: here that an element of Reshape is
// a size (S10).
TEST(UnrolledLoop, WhatItAssumes) {
  const Inferred model(R"(
    input x: float32[N, M]
    input q: int64[2]
    const m: int64[] = 3
    const zero: int64[2] = 0 0
    sizes = Add(q, zero)
    y, last = Loop(m, _, x, sizes) body={
      input i: int64[]
      input c: bool[]
      input v: float32
      input r: int64[2]
      w = Reshape(x, r)
      same = Identity(r)
      go = Identity(c)
      output go
      output w
      output same
    }
    output y
  )");
  EXPECT_EQ(model.Type("y"), "float32[q[0], q[1]]");
  EXPECT_THAT(model.Facts(), IsSupersetOf({"ASSUMED 1 <= q[0]", "ASSUMED 1 <= q[1]"}));
}

// An assumption under a branch stays under it. The exporter writes EmbeddingBag like this.
TEST(UnrolledLoop, WhatABranchAssumes) {
  const Inferred model(R"(
    input x: float32[N, 8]
    input q: int64[1]
    input r: int64[1]
    input p: bool[]
    const m: int64[] = 2
    const one: int64[] = 1
    const none_yet: int64[] = 0
    const go: bool[] = 1
    const zero: int64[1] = 0
    none = SequenceEmpty()
    const eight: int64[2] = 1 8
    first = ConstantOfShape(eight)
    begin = Add(q, zero)
    end = Add(r, zero)
    count, y = Loop(_, go, none_yet, none) body={
      input i: int64[]
      input c: bool[]
      input n: int64[]
      input had: seq(float32)
      row = If(p) then_branch={ a = Identity(first) output a }
                  else_branch={ part = Slice(x, begin, end) b = ReduceSum(part, zero) output b }
      has = SequenceInsert(had, row)
      next = Add(n, one)
      more = Less(next, m)
      output more
      output next
      output has
    }
    all = ConcatFromSequence(y) axis=0
    output all
  )");
  EXPECT_EQ(model.Type("all"), "float32[2, 8]");
}

// Then only the fixed point is known.
TEST(UnrolledLoop, TooManyIterations) {
  const Inferred doubles(LoopOver("1000", "w = Concat(v, v) axis=0"));
  EXPECT_THAT(doubles.Type("y"), MatchesRegex("float32\\[\\?[0-9]+\\]"));
  const Inferred adds(LoopOver("1000", "w = Concat(v, x) axis=0"));
  EXPECT_EQ(adds.Type("y"), "float32[1001*N]");
}

// A dim that depends on data in an iteration does so after the last one.
TEST(UnrolledLoop, WhatTheDataDecide) {
  const Inferred model(LoopOver("3", R"(
    zero = Constant() value=float32[](0.5)
    q = Greater(v, zero)
    w = Compress(v, q))"));
  EXPECT_THAT(model.Type("y"), MatchesRegex("float32\\[\\?[0-9]+\\]"));
}

// 2^200 exceeds the coefficients of expressions: the product becomes a defined symbol (S20), whose
// evaluation overflows.
TEST(UnrolledLoop, ADimBeyondInt64) {
  const Inferred model(LoopOver("200", "w = Concat(v, v) axis=0"));
  EXPECT_TRUE(model.status().ok()) << model.status();
  EXPECT_THAT(model.Type("y"), MatchesRegex("float32\\[[0-9]+\\*t[0-9]+\\]"));
}

// The runs of nested loops are counted together; loops beyond the limit fall back to their fixed
// point.
TEST(UnrolledLoop, ManyLoopsWithinLoopsEnd) {
  std::string text = "w3 = Concat(v2, x) axis=0";
  for (int level = 2; level > 0; --level) {
    text = absl::StrCat("m", level, " = Constant() value=int64[](100) w", level, " = Loop(m", level,
                        ", _, v", level - 1, ") body={ input j", level, ": int64[] input d", level,
                        ": bool[] input v", level, ": float32[?] ", text, " q", level,
                        " = Identity(d", level, ") output q", level, " output w", level + 1, " }");
  }
  const Inferred model(
      absl::StrCat("input v0: float32[N] input x: float32[K] ", text, " output w1"));
  EXPECT_TRUE(model.status().ok()) << model.status();
  EXPECT_EQ(model.Type("w1"), "float32[N + 10000*K]");
}

}  // namespace
}  // namespace shapewright::inference
