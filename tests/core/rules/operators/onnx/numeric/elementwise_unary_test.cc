#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(ElementwiseUnary, KeepsShapeAndElementType) {
  CheckCases({
      {.op = "Relu-6", .inputs = {"float32[N, 3]"}, .outputs = {"float32[N, 3]"}},
      {.op = "Erf", .inputs = {"float16[]"}, .outputs = {"float16[]"}},
      {.op = "Exp", .inputs = {"float32?"}, .outputs = {"float32?"}},
      {.op = "Cos", .inputs = {"float32 rank 2..4"}, .outputs = {"float32 rank 2..4"}},
      {.op = "Softmax-13",
       .inputs = {"float32[N, 2..8]"},
       .attributes = {{"axis", -1}},
       .outputs = {"float32[N, ?1]"}},
  });
}

TEST(ElementwiseUnary, PredicatesAreBool) {
  CheckCases({
      {.op = "IsNaN", .inputs = {"float32[N + 5]"}, .outputs = {"bool[N + 5]"}},
      {.op = "Not", .inputs = {"bool[2] = {1, 0}"}, .outputs = {"bool[2] = {0, 1}"}},
  });
}

TEST(ElementwiseUnary, MapsElements) {
  CheckCases({
      {.op = "Neg", .inputs = {"int64[2] = {N, 3}"}, .outputs = {"int64[2] = {-N, (-3)}"}},
      {.op = "Abs", .inputs = {"int64[2] = {N, -3}"}, .outputs = {"int64[2] = {N, 3}"}},
      {.op = "Abs", .inputs = {"int64[] = {x[0]}"}, .outputs = {"int64[] = {max(x[0], -x[0])}"}},
      // numpy's float32.
      {.op = "Neg",
       .inputs = {"float32[2] = {N, 1.5}"},
       .outputs = {"float32[2] = {-N, -1.5}"},
       .facts = {"ASSUMED N <= 16777216"}},
      {.op = "Abs", .inputs = {"float32[2] = {-2.5, 0.5}"}, .outputs = {"float32[2] = {2.5, 0.5}"}},
      {.op = "Reciprocal",
       .inputs = {"float32[2] = {3, N}"},
       .outputs = {"float32[2] = {0.333333, (f32(1)/f32(N))}"}},
      {.op = "Sign",
       .inputs = {"int64[4] = {-7, 0, N + 1, ?}"},
       .outputs = {"int64[4] = {(-1), 0, 1, ?}"}},
  });
}

TEST(UnaryOperators, AxesAndRanksAreChecked) {
  CheckCases({
      {.op = "Softmax-13",
       .inputs = {"float32[2, 3]"},
       .attributes = {{"axis", 2}},
       .outputs = {"float32[2, 3]"},
       .diagnostics = {"ERROR AXIS_OUT_OF_RANGE input 0"}},
      {.op = "Hardmax-11",
       .inputs = {"float32[2, 3]"},
       .attributes = {{"axis", -3}},
       .outputs = {"float32[2, 3]"},
       .diagnostics = {"ERROR AXIS_OUT_OF_RANGE input 0"}},
      {.op = "LogSoftmax-13", .inputs = {"float32[3]"}, .outputs = {"float32[3]"}},
      {.op = "Trilu-14",
       .inputs = {"float32[3]"},
       .outputs = {"float32[3]"},
       .diagnostics = {"ERROR RANK_MISMATCH input 0"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
