// Expected shapes are those of onnxruntime 1.31 runs.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(ContribQuantize, QLinearConcat) {
  CheckCases({
      {.op = "com.microsoft:QLinearConcat-1",
       .inputs = {"float32[]", "uint8[]", "uint8[N, 3]", "float32[]", "uint8[]", "uint8[M, 5]",
                  "float32[]", "uint8[]"},
       .attributes = {{"axis", -1}},
       .outputs = {"uint8[N, 8]"},
       .facts = {"REQUIRED N = M"}},
      {.op = "com.microsoft:QLinearConcat-1",
       .inputs = {"float32[]", "int8[]", "int8?", "float32[]", "int8[]", "int8[2, 5]", "float32[]",
                  "int8[]"},
       .attributes = {{"axis", 1}},
       .outputs = {"int8[2, ?1]"}},
      {.op = "com.microsoft:QLinearConcat-1",
       .inputs = {"float32[]", "uint8[]", "uint8[2, 3]", "float32[]", "uint8[]", "uint8[5]",
                  "float32[]", "uint8[]"},
       .attributes = {{"axis", 1}},
       .outputs = {"uint8?"},
       .diagnostics = {"ERROR RANK_MISMATCH input 5"}},
      {.op = "com.microsoft:QLinearConcat-1",
       .inputs = {"float32[]", "uint8[]", "uint8[2, 3]"},
       .outputs = {"?"},
       .diagnostics = {"ERROR WRONG_INPUT_COUNT"}},
  });
}

TEST(ContribQuantize, QLinearGlobalAveragePool) {
  CheckCases({
      {.op = "com.microsoft:QLinearGlobalAveragePool-1",
       .inputs = {"uint8[N, C, H, W]", "float32[]", "uint8[]", "float32[]", "uint8[]"},
       .outputs = {"uint8[N, C, 1, 1]"}},
      {.op = "com.microsoft:QLinearGlobalAveragePool-1",
       .inputs = {"uint8[N, H, C]", "float32[]", "uint8[]", "float32[]", "uint8[]"},
       .attributes = {{"channels_last", 1}},
       .outputs = {"uint8[N, 1, C]"}},
      {.op = "com.microsoft:QLinearGlobalAveragePool-1",
       .inputs = {"uint8[N, C]", "float32[]", "uint8[]", "float32[]", "uint8[]"},
       .outputs = {"uint8 rank 3.."},
       .diagnostics = {"ERROR RANK_MISMATCH input 0"}},
  });
}

TEST(ContribQuantize, Elementwise) {
  const std::string scale = "float32[]";
  const std::string zero = "uint8[]";
  CheckCases({
      {.op = "com.microsoft:QLinearAdd-1",
       .inputs = {"uint8[N, 1]", scale, zero, "uint8[3]", scale, zero, scale, zero},
       .outputs = {"uint8[N, 3]"}},
      {.op = "com.microsoft:QLinearMul-1",
       .inputs = {"uint8[2]", scale, zero, "uint8[3]", scale, zero, scale, zero},
       .outputs = {"uint8[?1]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
      {.op = "com.microsoft:QLinearWhere-1",
       .inputs = {"bool[N, 1]", "uint8[3]", scale, zero, "uint8[1]", scale, zero, scale, zero},
       .outputs = {"uint8[N, 3]"}},
      {.op = "com.microsoft:QLinearSigmoid-1",
       .inputs = {"uint8[N, 3]", scale, zero, scale, zero},
       .outputs = {"uint8[N, 3]"}},
      {.op = "com.microsoft:MulInteger-1",
       .inputs = {"uint8[N, 1]", zero, "uint8[4]"},
       .outputs = {"int32[N, 4]"}},
  });
}

TEST(ContribQuantize, Linear) {
  CheckCases({
      {.op = "com.microsoft:QuantizeLinear-1",
       .inputs = {"float32[N, 3]", "float32[]", "int8[]"},
       .outputs = {"int8[N, 3]"}},
      {.op = "com.microsoft:QuantizeLinear-1",
       .inputs = {"float32[N, 3]", "float32[]"},
       .outputs = {"uint8[N, 3]"}},
      {.op = "com.microsoft:DequantizeLinear-1",
       .inputs = {"uint8[N, 3]", "float16[]", "uint8[]"},
       .outputs = {"float16[N, 3]"}},
      {.op = "com.microsoft:GatherBlockQuantized-1",
       .inputs = {"uint8[V, 32]", "int64[B, S]", "float32[V, 4]"},
       .attributes = {{"gather_axis", 0}, {"quantize_axis", 1}, {"bits", 4}, {"block_size", 16}},
       .outputs = {"float32[B, S, 64]"}},
      {.op = "com.microsoft:GatherBlockQuantized-1",
       .inputs = {"uint8[V, 32]", "int64[B, S]", "float32[V, 1]"},
       .attributes = {{"gather_axis", 0}, {"quantize_axis", 1}, {"bits", 8}},
       .outputs = {"float32[B, S, 32]"}},
  });
}

TEST(ContribQuantize, Reductions) {
  CheckCases({
      {.op = "com.microsoft:QLinearReduceMean-1",
       .inputs = {"uint8[N, 3, 4]", "float32[]", "uint8[]", "float32[]", "uint8[]"},
       .attributes = {{"axes", Ints{-2}}, {"keepdims", 0}},
       .outputs = {"uint8[N, 4]"}},
      {.op = "com.microsoft:ReduceSumInteger-1",
       .inputs = {"int8[N, 3]"},
       .attributes = {{"axes", Ints{1}}, {"keepdims", 1}},
       .outputs = {"int32[N, 1]"}},
      {.op = "com.microsoft:ReduceSumInteger-1",
       .inputs = {"uint8[N, 3]"},
       .attributes = {{"axes", Ints{2}}, {"keepdims", 1}},
       .outputs = {"?"},
       .diagnostics = {"ERROR AXIS_OUT_OF_RANGE"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
