// If, Loop, Scan and SequenceMap in each of their versions, and each error they report. They are
// here because the cases of tests/core/rules/operators/cases cannot have bodies. Expected values by
// hand from the specification.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/core/inference/support/inferred.h"

namespace shapewright::inference {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class BodyOperator : public testing::TestWithParam<int> {
 protected:
  static Inferred Infer(absl::string_view text) {
    return Inferred(absl::StrCat("opset ", GetParam(), "\n", text));
  }
};

using IfVersion = BodyOperator;
TEST_P(IfVersion, Joins) {
  const Inferred model = Infer(R"(
    input p: bool[]
    input x: float32[N, 3]
    y = If(p) then_branch={ a = Relu(x) output a }
              else_branch={ b = Identity(x) output b }
    output y
  )");
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  EXPECT_EQ(model.Type("y"), "float32[N, 3]");
}
INSTANTIATE_TEST_SUITE_P(All, IfVersion, testing::Values(1, 11, 13, 16, 19, 21, 23, 24, 25));

// As torch.onnx writes a scripted `if x.size(0) > 2`; run with N = 2 and 3 by onnxruntime.
TEST(IfBySizes, PicksByTheCondition) {
  const Inferred model(R"(
    input x: float32[N, M]
    zero = Constant() value=int64[](0)
    two = Constant() value=int64[](2)
    shape = Shape(x)
    n = Gather(shape, zero)
    p = Greater(n, two)
    y, s = If(p) then_branch={ a = Concat(x, x) axis=1 sa = Shape(a) output a output sa }
                 else_branch={ b = Identity(x) sb = Shape(b) output b output sb }
    z = ConstantOfShape(s)
    output y
    output z
  )");
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  const std::string picked = "float32[N, if((3 <= N), 2*M, M)]";
  EXPECT_EQ(model.Type("y"), picked);
  EXPECT_EQ(model.Type("z"), picked);
}

// A data-dependent dim of a branch stays a symbol, with its upper bound.
TEST(IfBySizes, NotOfWhatTheDataDecide) {
  const Inferred model(R"(
    input x: float32[N]
    zero = Constant() value=int64[](0)
    two = Constant() value=int64[](2)
    shape = Shape(x)
    n = Gather(shape, zero)
    p = Greater(n, two)
    y = If(p) then_branch={ a = NonZero(x) output a }
              else_branch={ b = Unsqueeze(x, zero) c = Cast(b) to=7 output c }
    output y
  )");
  EXPECT_EQ(model.Type("y"), "int64[1, ?2]");
}

using LoopVersion = BodyOperator;
TEST_P(LoopVersion, CarriesAndStacks) {
  const Inferred model = Infer(R"(
    input x: float32[N, 3]
    input m: int64[]
    input p: bool[]
    y, s = Loop(m, _, x) body={
      input i: int64[]
      input c: bool[]
      input v: float32[?, 3]
      w = Concat(v, x) axis=0
      r = Relu(x)
      output c
      output w
      output r
    }
    output y
    output s
  )");
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  EXPECT_EQ(model.Type("y"), "float32[N*max(0, m[]) + N, 3]");
  EXPECT_EQ(model.Type("s"), "float32[max(0, m[]), N, 3]");
}
INSTANTIATE_TEST_SUITE_P(All, LoopVersion, testing::Values(1, 11, 13, 16, 19, 21, 23, 24, 25));

constexpr absl::string_view kScanBody = R"(body={
      input hi: float32[4]
      input xi: float32[3]
      c = Concat(hi, xi) axis=0
      ho = Relu(hi)
      output ho
      output c
    })";

// Batches come first.
TEST(ScanVersion, EightHasABatch) {
  const Inferred model(absl::StrCat(R"(
    opset 8
    input h: float32[B, 4]
    input x: float32[B, S, 3]
    y, s = Scan(_, h, x) num_scan_inputs=1 )",
                                    kScanBody, " output y output s"));
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  EXPECT_EQ(model.Type("y"), "float32[B, 4]");
  EXPECT_EQ(model.Type("s"), "float32[B, S, 7]");
}

using ScanVersion = BodyOperator;
TEST_P(ScanVersion, ScansAxes) {
  const Inferred model = Infer(absl::StrCat(R"(
    input h: float32[4]
    input x: float32[3, S]
    y, s = Scan(h, x) num_scan_inputs=1 scan_input_axes=[1] scan_output_axes=[-1] )",
                                            kScanBody, " output y output s"));
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  EXPECT_EQ(model.Type("y"), "float32[4]");
  EXPECT_EQ(model.Type("s"), "float32[7, S]");
}
INSTANTIATE_TEST_SUITE_P(FromNine, ScanVersion, testing::Values(9, 11, 16, 19, 21, 23, 24, 25));

TEST(SequenceMapVersion, Seventeen) {
  const Inferred model(R"(
    opset 17
    input x: float32[N, 3]
    input z: float32[2, M]
    xs = SequenceConstruct(x, z)
    ys = SequenceMap(xs) body={ input e: float32 t = Transpose(e) output t }
    one = Constant() value=int64[](1)
    y = SequenceAt(ys, one)
    output y
  )");
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  EXPECT_EQ(model.Type("y"), "float32[M, 2]");
}

struct Wrong {
  std::string text;
  std::string diagnostic;
};

class BodyErrors : public testing::TestWithParam<Wrong> {};

TEST_P(BodyErrors, AreReported) {
  const Inferred model(absl::StrCat("input p: bool[] input m: int64[] input x: float32[N, 3]\n",
                                    GetParam().text, "\noutput y"));
  EXPECT_THAT(model.Diagnostics(), ElementsAre(GetParam().diagnostic));
}

INSTANTIATE_TEST_SUITE_P(
    If, BodyErrors,
    testing::Values(
        Wrong{"y = If(p) then_branch={ a = Relu(x) output a }", "ERROR MISSING_ATTRIBUTE"},
        Wrong{"y = If(p) else_branch={ a = Relu(x) output a }", "ERROR MISSING_ATTRIBUTE"},
        Wrong{"y = If(p) then_branch={ a = Relu(x) output a } "
              "else_branch={ b = Relu(x) c = Relu(b) output b output c }",
              "ERROR WRONG_OUTPUT_COUNT"},
        Wrong{"y = If(p, x) then_branch={ a = Relu(x) output a } "
              "else_branch={ b = Relu(x) output b }",
              "ERROR WRONG_INPUT_COUNT"},
        Wrong{"y = If() then_branch={ a = Relu(x) output a } else_branch={ b = Relu(x) output b }",
              "ERROR WRONG_INPUT_COUNT"}));

constexpr char kLoopBody[] =
    " body={ input i: int64[] input c: bool[] input v: float32[?, 3] w = Relu(v) output c "
    "output w }";
constexpr char kLoopBodyWithoutCarried[] = " body={ input i: int64[] input c: bool[] output c }";

INSTANTIATE_TEST_SUITE_P(Loop, BodyErrors,
                         testing::Values(Wrong{"y = Loop(m, p, x)", "ERROR MISSING_ATTRIBUTE"},
                                         Wrong{absl::StrCat("y, z, s = Loop(m, p, x)", kLoopBody),
                                               "ERROR WRONG_OUTPUT_COUNT"},
                                         Wrong{absl::StrCat("y = Loop(m, p, x)",
                                                            kLoopBodyWithoutCarried),
                                               "ERROR WRONG_OUTPUT_COUNT"}));

INSTANTIATE_TEST_SUITE_P(
    Scan, BodyErrors,
    testing::Values(
        Wrong{"y = Scan(x) num_scan_inputs=1", "ERROR MISSING_ATTRIBUTE"},
        Wrong{"y = Scan(x) num_scan_inputs=2 body={ input e: float32[3] r = Relu(e) output r }",
              "ERROR INVALID_ATTRIBUTE"},
        Wrong{"y = Scan(x) body={ input e: float32[3] r = Relu(e) output r }",
              "ERROR INVALID_ATTRIBUTE"},
        Wrong{"y = Scan(x) num_scan_inputs=1 scan_input_axes=[2] "
              "body={ input e: float32 r = Relu(e) output r }",
              "ERROR AXIS_OUT_OF_RANGE"},
        Wrong{"y = Scan(x) num_scan_inputs=1 scan_output_axes=[2] "
              "body={ input e: float32[3] r = Relu(e) output r }",
              "ERROR AXIS_OUT_OF_RANGE"},
        Wrong{"y = Scan(x, x) num_scan_inputs=1 body={ input h: float32 input e: float32 }",
              "ERROR WRONG_OUTPUT_COUNT"},
        Wrong{"const t: float32[2, 3] = 0 u = Transpose(t) "
              "y = Scan(t, u) num_scan_inputs=2 "
              "body={ input a: float32 input b: float32 r = Relu(a) output r }",
              "ERROR DIM_MISMATCH"}));

INSTANTIATE_TEST_SUITE_P(
    SequenceMap, BodyErrors,
    testing::Values(Wrong{"xs = SequenceConstruct(x) y = SequenceMap(xs)",
                          "ERROR MISSING_ATTRIBUTE"},
                    Wrong{"xs = SequenceConstruct(x) y, z = SequenceMap(xs) "
                          "body={ input e: float32 r = Relu(e) output r }",
                          "ERROR WRONG_OUTPUT_COUNT"},
                    Wrong{"y = SequenceMap(x) body={ input e: float32 r = Relu(e) output r }",
                          "ERROR TYPE_MISMATCH"},
                    Wrong{"xs = SequenceConstruct(x) zs = SequenceConstruct(x, x) "
                          "y = SequenceMap(xs, zs) "
                          "body={ input e: float32 input f: float32 r = Relu(e) output r }",
                          "ERROR DIM_MISMATCH"}));

// The specification: what Scan carries has the same shape in each iteration.
TEST(Scan9, CarriedShapesStay) {
  const Inferred model(R"(
    input h: float32[N, D]
    input x: float32[S, M, E]
    y, s = Scan(h, x) num_scan_inputs=1 body={
      input hi: float32
      input xi: float32
      ho = Add(hi, xi)
      copy = Identity(ho)
      output ho
      output copy
    }
    output y
  )");
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  EXPECT_EQ(model.Type("y"), "float32[N, D]");
}

// Found by ./dev fuzz models: onnxruntime runs it with N = 4 too, and y is [3].
TEST(Scan9, AShapeThatIsTakenToStayIsAssumed) {
  const Inferred model(R"(
    input h: float32[N]
    input x: float32[S, 3]
    y = Scan(h, x) num_scan_inputs=1 body={
      input hi: float32
      input xi: float32
      ho = Relu(xi)
      output ho
    }
    output y
  )");
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  EXPECT_EQ(model.Type("y"), "float32[N]");
  EXPECT_THAT(model.Facts(), ElementsAre("ASSUMED N = 3"));
}

// Found by ./dev fuzz laws: onnxruntime runs it with one column left of c, y is [2].
TEST(Scan9, WhatIsDeclaredOfTheResultIsNotSaidOfWhatItBeginsWith) {
  const Inferred model(R"(
    opset 13
    input x: float32[N]
    input m: bool[M]
    input w: float32[2, 1]
    const last: int64[1] = -1
    c = Compress(x, m) axis=-1
    y = Scan(c, c) num_scan_inputs=1 body={
      input hi: float32
      input xi: float32
      ho = Squeeze(w, last)
      output ho
    }
    output y: float32[2]
  )");
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  EXPECT_EQ(model.Type("c"), "float32[?1]");
  EXPECT_EQ(model.Type("y"), "float32[2]");
}

// No binding shows that what is not known is 1.
TEST(Scan9, ASizeThatNobodyKnowsIsNotTakenToStay) {
  const Inferred model(R"(
    opset 13
    input h: float32[1]
    input x: float32[S, M]
    y = Scan(h, x) num_scan_inputs=1 body={
      input hi: float32
      input xi: float32
      n = NonZero(xi)
      k = Cast(n) to=1
      const zero: int64[1] = 0
      ho = Squeeze(k, zero)
      output ho
    }
    output y
  )");
  EXPECT_THAT(model.Type("y"), ::testing::StartsWith("float32[?"));
}

}  // namespace
}  // namespace shapewright::inference
