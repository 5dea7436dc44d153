// Expected shapes and elements are numpy's and onnxruntime's.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Reduce, TakesAxesFromAttributeOrOperand) {
  CheckCases({
      {.op = "ReduceMean-13",
       .inputs = {"float32[N, S, 768]"},
       .attributes = {{"axes", Ints{-1}}},
       .outputs = {"float32[N, S, 1]"}},
      {.op = "ReduceMean-18",
       .inputs = {"float32[N, S, 768]", "int64[2] = {0, -1}"},
       .attributes = {{"keepdims", 0}},
       .outputs = {"float32[S]"}},
      {.op = "ReduceSum-13",
       .inputs = {"float32[N, S]", "int64[1] = {1}"},
       .outputs = {"float32[N, 1]"}},
      {.op = "ReduceL2-1", .inputs = {"float32[2, 3]"}, .outputs = {"float32[1, 1]"}},
      {.op = "ReduceMax-20",
       .inputs = {"float32[2, 3]"},
       .attributes = {{"keepdims", 0}},
       .outputs = {"float32[]"}},
  });
}

TEST(Reduce, EmptyAxesAreAllOrNone) {
  CheckCases({
      {.op = "ReduceSum-13",
       .inputs = {"float32[2, 3]", "int64[0]"},
       .attributes = {{"keepdims", 0}},
       .outputs = {"float32[]"}},
      {.op = "ReduceSum-13",
       .inputs = {"float32[2, 3]", "int64[0]"},
       .attributes = {{"keepdims", 0}, {"noop_with_empty_axes", 1}},
       .outputs = {"float32[2, 3]"}},
      {.op = "ReduceMean-18",
       .inputs = {"float32[2, 3]", ""},
       .attributes = {{"noop_with_empty_axes", 1}},
       .outputs = {"float32[2, 3]"}},
  });
}

TEST(Reduce, UnknownAxesOrRank) {
  CheckCases({
      {.op = "ReduceSum-13",
       .inputs = {"float32[2, 1]", "int64[1]"},
       .outputs = {"float32[?1, 1]"}},
      {.op = "ReduceSum-13",
       .inputs = {"float32[2, 2, 5]", "int64[1]"},
       .attributes = {{"keepdims", 0}},
       .outputs = {"float32[2, ?1]"}},
      {.op = "ReduceSum-13",
       .inputs = {"float32[2, 2, 5]", "int64[2]"},
       .attributes = {{"keepdims", 0}},
       .outputs = {"float32 rank 1..2"}},
      {.op = "ReduceMean-13",
       .inputs = {"float32?"},
       .attributes = {{"keepdims", 0}},
       .outputs = {"float32[]"}},
      {.op = "ReduceMean-13",
       .inputs = {"float32 rank 2..3"},
       .attributes = {{"axes", Ints{1}}},
       .outputs = {"float32 rank 2..3"}},
  });
}

TEST(Reduce, Errors) {
  CheckCases({
      {.op = "ReduceMean-13",
       .inputs = {"float32[2, 3]"},
       .attributes = {{"axes", Ints{2}}},
       .outputs = {"float32[?1, ?2]"},
       .diagnostics = {"ERROR AXIS_OUT_OF_RANGE input 0"}},
  });
}

TEST(Reduce, ByValue) {
  CheckCases({
      {.op = "ReduceProd-13",
       .inputs = {"int64[3] = {N, 2, M}"},
       .attributes = {{"keepdims", 0}},
       .outputs = {"int64[] = {2*N*M}"}},
      {.op = "ReduceSum-13",
       .inputs = {"int64[2, 2] = {N, 2, 3, M}", "int64[1] = {0}"},
       .outputs = {"int64[1, 2] = {N + 3, M + 2}"}},
      {.op = "ReduceMax-13",
       .inputs = {"int64[2] = {N, 2}"},
       .attributes = {{"keepdims", 0}},
       .outputs = {"int64[] = {max(2, N)}"}},
      {.op = "ReduceMin-13",
       .inputs = {"int64[2] = {?, 2}"},
       .attributes = {{"keepdims", 0}},
       .outputs = {"int64[] = {?}"}},
      {.op = "ReduceProd-13", .inputs = {"int64[0] = {}"}, .outputs = {"int64[1] = {1}"}},
      {.op = "ReduceMin-13",
       .inputs = {"float32[2] = {0.5, 0.25}"},
       .attributes = {{"keepdims", 0}},
       .outputs = {"float32[] = {0.25}"}},
  });
}

TEST(ArgMax, KeepsOrDropsTheAxis) {
  CheckCases({
      {.op = "ArgMax-11",
       .inputs = {"float32[N, 10]"},
       .attributes = {{"axis", 1}, {"keepdims", 0}},
       .outputs = {"int64[N]"}},
      {.op = "ArgMin-13",
       .inputs = {"float32[N, 10]"},
       .outputs = {"int64[1, 10]"},
       .facts = {"REQUIRED N >= 1"}},
      {.op = "ArgMax-1",
       .inputs = {"float32[0, 10]"},
       .outputs = {"int64[1, 10]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
  });
}

// As the package onnx infers; with elements to return there is an error at run time.
TEST(ArgMax, OfNothingForNobody) {
  CheckCases({
      {.op = "ArgMax-13", .inputs = {"float32[0, 5, 0]"}, .outputs = {"int64[1, 5, 0]"}},
      {.op = "ArgMax-13",
       .inputs = {"float32[0, 5]"},
       .outputs = {"int64[1, 5]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 0"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
