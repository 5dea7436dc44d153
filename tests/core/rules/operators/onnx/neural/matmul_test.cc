// Expected shapes are numpy's and onnxruntime's.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(MatMul, FollowsNumpy) {
  CheckCases({
      {.op = "MatMul-13",
       .inputs = {"float32[B, S, 768]", "float32[768, 3072]"},
       .outputs = {"float32[B, S, 3072]"}},
      {.op = "MatMul-1", .inputs = {"float32[3]", "float32[3]"}, .outputs = {"float32[]"}},
      {.op = "MatMul-9",
       .inputs = {"float32[3]", "float32[5, 3, 2]"},
       .outputs = {"float32[5, 2]"}},
      {.op = "MatMul-9",
       .inputs = {"float32[5, 2, 3]", "float32[3]"},
       .outputs = {"float32[5, 2]"}},
      {.op = "MatMul-13",
       .inputs = {"float32[7, 1, 2, 3]", "float32[5, 3, 4]"},
       .outputs = {"float32[7, 5, 2, 4]"}},
      {.op = "MatMul-13",
       .inputs = {"float32[B, H, S, D]", "float32[B, H, E, T]"},
       .outputs = {"float32[B, H, S, T]"},
       .facts = {"REQUIRED D = E"}},
      {.op = "MatMul-13", .inputs = {"float32?", "float32[3, 4]"}, .outputs = {"float32?"}},
      {.op = "MatMulInteger-10",
       .inputs = {"uint8[2, 3]", "int8[3, 4]"},
       .outputs = {"int32[2, 4]"}},
      {.op = "QLinearMatMul-21",
       .inputs = {"uint8[2, 3]", "float32[]", "uint8[]", "int8[3, 4]", "float32[]", "int8[]",
                  "float32[]", "int8[]"},
       .outputs = {"int8[2, 4]"}},
  });
}

TEST(MatMul, Errors) {
  CheckCases({
      {.op = "MatMul-13",
       .inputs = {"float32[2, 3]", "float32[4, 5]"},
       .outputs = {"float32[2, 5]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 1"}},
      {.op = "MatMul-13",
       .inputs = {"float32[]", "float32[4, 5]"},
       .outputs = {"float32?"},
       .diagnostics = {"ERROR RANK_MISMATCH input 0"}},
      {.op = "MatMul-13",
       .inputs = {"float32[2, 3, 4]", "float32[3, 4, 5]"},
       .outputs = {"float32[?1, 3, 5]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 0"}},
      {.op = "MatMul-13",
       .inputs = {"float32[2, 3]", "float16[3, 5]"},
       .outputs = {"float32[2, 5]"},
       .diagnostics = {"ERROR ELEMENT_TYPE_MISMATCH input 1"}},
  });
}

TEST(Gemm, TransposesAndStretchesC) {
  CheckCases({
      {.op = "Gemm-13",
       .inputs = {"float32[N, 512]", "float32[10, 512]", "float32[10]"},
       .attributes = {{"transB", 1}},
       .outputs = {"float32[N, 10]"}},
      {.op = "Gemm-7",
       .inputs = {"float32[3, M]", "float32[3, 4]", "float32[2, 1]"},
       .attributes = {{"transA", 1}},
       .outputs = {"float32[2, 4]"},
       .facts = {"REQUIRED M = 2"}},
      {.op = "Gemm-6",
       .inputs = {"float32[2, 3]", "float32[3, 4]", "float32[4]"},
       .attributes = {{"broadcast", 1}},
       .outputs = {"float32[2, 4]"}},
      {.op = "Gemm-11", .inputs = {"float32[2, 3]", "float32?"}, .outputs = {"float32[2, ?1]"}},
      {.op = "Gemm-13",
       .inputs = {"float32[2, K]", "float32[3, 4]", "float32[C]"},
       .outputs = {"float32[2, 4]"},
       .facts = {"REQUIRED K = 3", "REQUIRED broadcastable(4, C)"}},
  });
}

TEST(Gemm, Errors) {
  CheckCases({
      // C never stretches the result.
      {.op = "Gemm-13",
       .inputs = {"float32[1, 3]", "float32[3, 4]", "float32[2, 4]"},
       .outputs = {"float32[?1, 4]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 0"}},
      {.op = "Gemm-13",
       .inputs = {"float32[1, 3, 1]", "float32[3, 4]"},
       .outputs = {"float32[?1, 4]"},
       .diagnostics = {"ERROR RANK_MISMATCH input 0"}},
  });
}

TEST(Det, LeavesTheBatch) {
  CheckCases({
      {.op = "Det-11",
       .inputs = {"float32[2, N, 3]"},
       .outputs = {"float32[2]"},
       .facts = {"REQUIRED N = 3"}},
  });
}

TEST(QLinearMatMul, ZeroPointsHaveTheirOperandsType) {
  CheckCases({
      {.op = "QLinearMatMul-21",
       .inputs = {"uint8[2, 3]", "float32[]", "int8[]", "int8[3, 4]", "float32[]", "int8[]",
                  "float32[]", "uint8[]"},
       .outputs = {"uint8[2, 4]"},
       .diagnostics = {"ERROR ELEMENT_TYPE_MISMATCH"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
