// Expected shapes are those of onnxruntime 1.31 runs; where it has no kernel for
// the processor, those of its documentation (ContribOperators.md).
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Contrib, Activations) {
  CheckCases({
      {.op = "com.microsoft:Gelu-1", .inputs = {"float32[N, 4]"}, .outputs = {"float32[N, 4]"}},
      {.op = "com.microsoft:QuickGelu-1", .inputs = {"float32?"}, .outputs = {"float32?"}},
      {.op = "com.microsoft:FastGelu-1",
       .inputs = {"float16[B, S, 4]", "float16[4]"},
       .outputs = {"float16[B, S, 4]"}},
      {.op = "com.microsoft:FastGelu-1", .inputs = {"float32[4]"}, .outputs = {"float32[4]"}},
      {.op = "com.microsoft:BiasGelu-1",
       .inputs = {"float32[B, S, 4]", "float32[K]"},
       .outputs = {"float32[B, S, 4]"},
       .facts = {"REQUIRED 4 = K"}},
      {.op = "com.microsoft:BiasGelu-1",
       .inputs = {"float32[2, 3, 4]", "float32[1]"},
       .outputs = {"float32[2, 3, 4]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 2"}},
      {.op = "com.microsoft:FastGelu-1",
       .inputs = {"float32[2, 3, 4]", "float32[3, 4]"},
       .outputs = {"float32[2, 3, 4]"},
       .diagnostics = {"ERROR RANK_MISMATCH input 1"}},
      {.op = "com.microsoft:BiasSplitGelu-1",
       .inputs = {"float32[N, S, 2*D]", "float32[2*D]"},
       .outputs = {"float32[N, S, D]"}},
      {.op = "com.microsoft:BitmaskDropout-1",
       .inputs = {"float32[3, 33]"},
       .outputs = {"float32[3, 33]", "uint32[4]"}},
      {.op = "com.microsoft:MurmurHash3-1",
       .inputs = {"string[N]"},
       .attributes = {{"positive", 0}},
       .outputs = {"int32[N]"}},
      {.op = "com.microsoft:ComplexMul-1",
       .inputs = {"float32[2, 1, 2]", "float32[3, 2]"},
       .outputs = {"float32[2, 3, 2]"}},
      {.op = "com.microsoft:MoE-1",
       .inputs = {"float32[T, 8]", "float32[T, 4]", "float32[4, 8, 16]", "", "float32[4, 16, 8]"},
       .outputs = {"float32[T, 8]"}},
  });
}

TEST(Contrib, SkipLayerNormalization) {
  CheckCases({
      {.op = "com.microsoft:SkipLayerNormalization-1",
       .inputs = {"float16[B, S, 8]", "float16[B, S, 8]", "float16[8]", "float16[8]", "float16[8]"},
       .outputs = {"float16[B, S, 8]", "float32[B, S, 1]", "float32[B, S, 1]", "float16[B, S, 8]"}},
      // The skip may be broadcast along the batch, and only there.
      {.op = "com.microsoft:SkipLayerNormalization-1",
       .inputs = {"float32[B, S, 8]", "float32[1, T, 8]", "float32[8]"},
       .outputs = {"float32[B, S, 8]"},
       .facts = {"REQUIRED S = T"}},
      {.op = "com.microsoft:SkipLayerNormalization-1",
       .inputs = {"float32[2, 3, 4]", "float32[3, 4]", "float32[4]"},
       .outputs = {"float32[2, 3, 4]"}},
      {.op = "com.microsoft:SkipLayerNormalization-1",
       .inputs = {"float32[2, 3, 4]", "float32[2, 1, 4]", "float32[4]"},
       .outputs = {"float32[2, 3, 4]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 1"}},
      {.op = "com.microsoft:SkipLayerNormalization-1",
       .inputs = {"float32[2, 3, 4]", "float32[4]", "float32[4]"},
       .outputs = {"float32[2, 3, 4]"},
       .diagnostics = {"ERROR RANK_MISMATCH input 1"}},
      {.op = "com.microsoft:SkipLayerNormalization-1",
       .inputs = {"float32[2, 3, 4]", "float32[2, 3, 4]", "float32[5]"},
       .outputs = {"float32[2, 3, 4]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 2"}},
      {.op = "com.microsoft:SkipSimplifiedLayerNormalization-1",
       .inputs = {"float32[T, 8]", "float32[T, 8]", "float32[8]"},
       .outputs = {"float32[T, 8]", "", "", "float32[T, 8]"}},
      {.op = "com.microsoft:SkipSimplifiedLayerNormalization-1",
       .inputs = {"float32?", "float32?", "float32[8]"},
       .outputs = {"float32?", "float32?", "float32?", "float32?"}},
      {.op = "com.microsoft:SkipLayerNormalization-1",
       .inputs = {"float32[2, 4]"},
       .outputs = {"?"},
       .diagnostics = {"ERROR WRONG_INPUT_COUNT"}},
  });
}

TEST(Contrib, LayerNormalizationsOfTheDefaultDomain) {
  CheckCases({
      {.op = "LayerNormalization-11",
       .inputs = {"float16[B, S, 8]", "float32[8]", "float32[8]"},
       .attributes = {{"axis", -1}},
       .outputs = {"float32[B, S, 8]", "float32[B, S, 1]", "float32[B, S, 1]"}},
      {.op = "LayerNormalization-11",
       .inputs = {"float32[B, 3, 4]", "float32[3, 4]"},
       .attributes = {{"axis", 1}},
       .outputs = {"float32[B, 3, 4]", "float32[B, 1, 1]"}},
      {.op = "SimplifiedLayerNormalization",
       .inputs = {"float16[B, S, 8]", "float32[8]"},
       .attributes = {{"axis", -1}},
       .outputs = {"float32[B, S, 8]", "float32[B, S, 1]"}},
      {.op = "SimplifiedLayerNormalization",
       .inputs = {"float32[2]", "float32[2]"},
       .attributes = {{"axis", 1}},
       .outputs = {"float32[2]"},
       .diagnostics = {"ERROR AXIS_OUT_OF_RANGE"}},
  });
}

TEST(Contrib, EmbedLayerNormalization) {
  CheckCases({
      {.op = "com.microsoft:EmbedLayerNormalization-1",
       .inputs = {"int32[B, S]", "int32[B, S]", "float32[100, 8]", "float32[50, 8]",
                  "float32[2, 8]", "float32[8]", "float32[8]", "int32[B, S]"},
       .outputs = {"float32[B, S, 8]", "int32[B]", "float32[B, S, 8]"},
       .facts = {"REQUIRED S <= 50"}},
      {.op = "com.microsoft:EmbedLayerNormalization-1",
       .inputs = {"int32[B, S]", "", "float16[V, H]", "float16[50, 8]", "", "float16[8]",
                  "float16[8]", "", "int32[1, S]"},
       .outputs = {"float16[B, S, 8]", "int32[B]"},
       .facts = {"REQUIRED H = 8"}},
      {.op = "com.microsoft:EmbedLayerNormalization-1",
       .inputs = {"int32[2, 3]", "", "float32[9, 8]", "float32[9, 8]", "", "float32[8]",
                  "float32[8]", "int32[2, 5]"},
       .outputs = {"float32[2, ?1, 8]", "int32[2]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 1"}},
      {.op = "com.microsoft:QEmbedLayerNormalization-1",
       .inputs = {"int32[B, S]", "int32[B, S]", "uint8[100, 8]", "uint8[50, 8]", "uint8[2, 8]",
                  "uint8[8]", "uint8[8]", "int32[B, S]", "float32[]", "float32[]", "float32[]",
                  "float32[]", "float32[]", "uint8[]", "uint8[]", "uint8[]", "uint8[]", "uint8[]"},
       .outputs = {"float32[B, S, 8]", "int32[B]"},
       .facts = {"REQUIRED S <= 50"}},
  });
}

TEST(Contrib, GroupNorm) {
  CheckCases({
      {.op = "com.microsoft:GroupNorm-1",
       .inputs = {"float16[N, H, W, C]", "float32[32]", "float32[32]"},
       .attributes = {{"groups", 8}},
       .outputs = {"float16[N, H, W, 32]"},
       .facts = {"REQUIRED C = 32"}},
      {.op = "com.microsoft:SkipGroupNorm-1",
       .inputs = {"float16[N, 6, H, W]", "float32[6]", "float32[6]", "float16[N, 6]"},
       .attributes = {{"groups", 4}, {"channels_last", 0}},
       .outputs = {"float16[N, 6, H, W]", "float16[N, 6, H, W]"},
       .diagnostics = {"ERROR"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
