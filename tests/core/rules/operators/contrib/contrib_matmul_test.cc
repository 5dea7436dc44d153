// Expected shapes are those of onnxruntime 1.31 runs.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(ContribMatmul, FusedMatMul) {
  CheckCases({
      {.op = "com.microsoft:FusedMatMul-1",
       .inputs = {"float32[B, 3, 4]", "float32[5, 4]"},
       .attributes = {{"transB", 1}},
       .outputs = {"float32[B, 3, 5]"}},
      {.op = "com.microsoft:FusedMatMul-1",
       .inputs = {"float32[3, B, 4]", "float32[B, 4, 5]"},
       .attributes = {{"transBatchA", 1}},
       .outputs = {"float32[B, 3, 5]"}},
      {.op = "com.microsoft:FusedMatMul-1",
       .inputs = {"float32[4, 2, 7, 3]", "float32[2, 7, 4, 5]"},
       .attributes = {{"transBatchA", 1}, {"transA", 1}},
       .outputs = {"float32[2, 7, 3, 5]"}},
      {.op = "com.microsoft:FusedMatMul-1",
       .inputs = {"float32[4]", "float32[K, 5]"},
       .attributes = {{"transA", 1}},
       .outputs = {"float32[5]"},
       .facts = {"REQUIRED 4 = K"}},
      {.op = "com.microsoft:FusedMatMul-1",
       .inputs = {"float32[7, 4, 2, 3]", "float32[4, 2, 7, 5]"},
       .attributes = {{"transBatchA", 1}},
       .outputs = {"float32[4, 2, 7, 5]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 3"}},
      {.op = "com.microsoft:FusedMatMul-1",
       .inputs = {"float32[]", "float32[4]"},
       .outputs = {"float32?"},
       .diagnostics = {"ERROR RANK_MISMATCH input 0"}},
      {.op = "com.microsoft:TransposeMatMul-1",
       .inputs = {"float16[B, 4, 3]", "float16[B, 4, 5]"},
       .attributes = {{"transA", 1}},
       .outputs = {"float16[B, 3, 5]"}},
  });
}

TEST(ContribMatmul, Gemm) {
  CheckCases({
      {.op = "com.microsoft:FusedGemm-1",
       .inputs = {"float32[N, 4]", "float32[5, 4]", "float32[5]"},
       .attributes = {{"transB", 1}, {"activation", "Relu"}},
       .outputs = {"float32[N, 5]"}},
      {.op = "com.microsoft:QGemm-1",
       .inputs = {"uint8[N, 4]", "float32[]", "uint8[]", "uint8[4, 5]", "float32[]", "uint8[]",
                  "int32[5]"},
       .outputs = {"float32[N, 5]"}},
      {.op = "com.microsoft:QGemm-1",
       .inputs = {"uint8[N, 4]", "float32[]", "uint8[]", "uint8[4, 5]", "float32[]", "uint8[]", "",
                  "float32[]", "int8[]"},
       .outputs = {"int8[N, 5]"}},
      {.op = "com.microsoft:FusedGemm-1",
       .inputs = {"float32[2, 3, 4]", "float32[4, 5]"},
       .outputs = {"float32[?1, 5]"},
       .diagnostics = {"ERROR RANK_MISMATCH input 0"}},
      {.op = "com.microsoft:CDist-1",
       .inputs = {"float32[M, 3]", "float32[K, D]"},
       .outputs = {"float32[M, K]"},
       .facts = {"REQUIRED 3 = D"}},
  });
}

TEST(ContribMatmul, PackedWeights) {
  CheckCases({
      {.op = "com.microsoft:MatMulNBits-1",
       .inputs = {"float32[B, S, 32]", "uint8[8, 1, 16]", "float32[8]"},
       .attributes = {{"K", 32}, {"N", 8}, {"block_size", 32}},
       .outputs = {"float32[B, S, 8]"}},
      {.op = "com.microsoft:MatMulNBits-1",
       .inputs = {"float32[B, H]", "uint8[8, 1, 16]", "float32[8]"},
       .attributes = {{"K", 32}, {"N", 8}, {"block_size", 32}},
       .outputs = {"float32[B, 8]"},
       .facts = {"REQUIRED H = 32"}},
      {.op = "com.microsoft:MatMulNBits-1",
       .inputs = {"float32[B, S, 32]", "uint8[8, 1, 16]", "float32[8]"},
       .outputs = {"?"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE", "ERROR INVALID_ATTRIBUTE"}},
      {.op = "com.microsoft:MatMulBnb4-1",
       .inputs = {"float32[B, S, 32]", "uint8[128]", "float32[4]"},
       .attributes = {{"K", 32}, {"N", 8}, {"block_size", 64}, {"quant_type", 1}},
       .outputs = {"float32[B, S, 8]"}},
  });
}

// What onnxruntime 1.31 infers: it has no CPU kernels for these.
TEST(ContribMatmul, FusedPackedWeights) {
  CheckCases({
      {.op = "com.microsoft:MatMulNBitsQkv-1",
       .inputs = {"float16[B, S, H]", "float16[B, S, H]", "float16[32]", "uint8[16, 1, 16]",
                  "float16[16]", "", "uint8[8, 1, 16]", "float16[8]", "", "uint8[8, 1, 16]",
                  "float16[8]"},
       .attributes = {{"K", 32}, {"Nq", 16}, {"Nkv", 8}, {"block_size", 32}},
       .outputs = {"float16[B, S, 16]", "float16[B, S, 8]", "float16[B, S, 8]",
                   "float16[B, S, 32]"},
       .facts = {"REQUIRED H = 32"}},
      {.op = "com.microsoft:MatMulNBitsMlp-1",
       .inputs = {"float32[B, S, 32]", "", "", "uint8[16, 1, 16]", "float32[16]", "",
                  "uint8[16, 1, 16]", "float32[16]"},
       .attributes = {{"K", 32}, {"N", 16}, {"block_size", 32}, {"activation", "silu"}},
       .outputs = {"float32[B, S, 16]", "float32[B, S, 32]"}},
      {.op = "com.microsoft:MatMulNBitsMlp-1",
       .inputs = {"float32[2, 3, 31]", "", "", "uint8[16, 1, 16]", "float32[16]", "",
                  "uint8[16, 1, 16]", "float32[16]"},
       .attributes = {{"K", 32}, {"N", 16}},
       .outputs = {"float32[2, 3, 16]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 2"}},
      {.op = "com.microsoft:MatMulBlockQuantizedFp8Weight-1",
       .inputs = {"float16[B, S, K]", "float8e4m3fn[5, 128]", "float32[5, 1]", "", "float16[5]"},
       .outputs = {"float16[B, S, 5]"},
       .facts = {"REQUIRED K = 128"}},
      {.op = "com.microsoft:MatMulBlockQuantizedFp4Weight-1",
       .inputs = {"float16[B, S, 128]", "uint8[5, 64]", "uint8[5, 8]", "float32[]"},
       .outputs = {"float16[B, S, 5]"}},
      {.op = "com.microsoft:QOrderedMatMul-1",
       .inputs = {"int8[B, 3, 8]", "float32[]", "int8[8, N]", "float32[]", "float32[]"},
       .attributes = {{"order_A", 1}, {"order_B", 0}, {"order_Y", 1}},
       .outputs = {"int8[B, 3, N]"}},
  });
}

TEST(ContribMatmul, Integers) {
  CheckCases({
      {.op = "com.microsoft:MatMulInteger16-1",
       .inputs = {"int16[N, 3]", "int16[3, 4]"},
       .outputs = {"int32[N, 4]"}},
      {.op = "com.microsoft:DynamicQuantizeMatMul-1",
       .inputs = {"float32[B, 3, 4]", "uint8[4, 5]", "float32[]", "", "float32[5]"},
       .outputs = {"float32[B, 3, 5]"}},
      {.op = "com.microsoft:MatMulIntegerToFloat-1",
       .inputs = {"uint8[B, 3, 4]", "uint8[4, 5]", "float16[]", "float16[]"},
       .outputs = {"float16[B, 3, 5]"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
