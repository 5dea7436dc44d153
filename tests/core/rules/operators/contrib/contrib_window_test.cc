// Expected shapes are those of onnxruntime 1.31 runs.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(ContribWindow, Convolutions) {
  CheckCases({
      {.op = "com.microsoft:FusedConv-1",
       .inputs = {"float32[N, 3, 8, 8]", "float32[4, 3, 3, 3]", "float32[4]",
                  "float32[N, 4, 4, 4]"},
       .attributes = {{"activation", "Relu"}, {"pads", Ints{1, 1, 1, 1}}, {"strides", Ints{2, 2}}},
       .outputs = {"float32[N, 4, 4, 4]"}},
      {.op = "com.microsoft:NhwcFusedConv-1",
       .inputs = {"float16[N, 8, 9, C]", "float16[4, 3, 3, 3]", "float16[4]"},
       .outputs = {"float16[N, 6, 7, 4]"},
       .facts = {"REQUIRED C = 3"}},
      {.op = "com.microsoft:QLinearConv-1",
       .inputs = {"uint8[1, 8, 8, 3]", "float32[]", "uint8[]", "uint8[4, 3, 3, 3]", "float32[]",
                  "uint8[]", "float32[]", "uint8[]"},
       .attributes = {{"channels_last", 1}},
       .outputs = {"uint8[1, 6, 6, 4]"}},
      {.op = "com.microsoft:NhwcConv-1",
       .inputs = {"float32[1, 8, 8, 4]", "float32[4, 3, 3, 3]"},
       .outputs = {"float32[1, 6, 6, 4]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 3"}},
      {.op = "com.ms.internal.nhwc:Conv-11",
       .inputs = {"float32[N, H, 8, 3]", "float32[4, 3, 3, 3]"},
       .attributes = {{"auto_pad", "SAME_UPPER"}, {"strides", Ints{2, 2}}},
       .outputs = {"float32[N, ceildiv(H, 2), 4, 4]"}},
      {.op = "com.microsoft:ConvTransposeWithDynamicPads-1",
       .inputs = {"float32[N, 4, 8, 8]", "float32[4, 5, 3, 3]", "int64[4]"},
       .attributes = {{"group", 2}},
       .outputs = {"float32[N, 10, ?1, ?2]"}},
  });
}

TEST(ContribWindow, Blocks) {
  CheckCases({
      {.op = "com.microsoft.nchwc:Conv-1",
       .inputs = {"float32[N, 8, 8, 8]", "float32[16, 8, 3, 3]"},
       .attributes = {{"auto_pad", "SAME_UPPER"}, {"strides", Ints{2, 2}}},
       .outputs = {"float32[N, 16, 4, 4]"}},
      {.op = "com.microsoft.nchwc:MaxPool-1",
       .inputs = {"float32[N, 16, 8, 8]"},
       .attributes = {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}},
       .outputs = {"float32[N, 16, 4, 4]"}},
      {.op = "com.microsoft.nchwc:ReorderInput-1",
       .inputs = {"float32[N, H, W, 32]"},
       .attributes = {{"channels_last", 1}},
       .outputs = {"float32[N, 32, H, W]"}},
      // 12 channels are 16 with blocks of 8 or 16.
      {.op = "com.microsoft.nchwc:ReorderInput-1",
       .inputs = {"float32[N, 12, H, W]"},
       .outputs = {"float32[N, ?1, H, W]"}},
      {.op = "com.microsoft.nchwc:ReorderOutput-1",
       .inputs = {"float32[N, 16, H, W]"},
       .attributes = {{"channels", 12}, {"channels_last", 1}},
       .outputs = {"float32[N, H, W, 12]"}},
      {.op = "com.microsoft.nchwc:Upsample-1",
       .inputs = {"float32[N, 16, H, 9]"},
       .attributes = {{"scales", Ints{1, 1, 2, 3}}},
       .outputs = {"float32[N, 16, 2*H, 27]"}},
      {.op = "com.microsoft.nchwc:GlobalAveragePool-1",
       .inputs = {"float32[N, 16, H, W]"},
       .outputs = {"float32[N, 16, 1, 1]"}},
  });
}

TEST(ContribWindow, Poolings) {
  CheckCases({
      {.op = "com.microsoft:QLinearAveragePool-1",
       .inputs = {"uint8[1, 3, 8, 8]", "float32[]", "uint8[]", "float32[]", "uint8[]"},
       .attributes = {{"kernel_shape", Ints{3, 3}}, {"strides", Ints{2, 2}}, {"ceil_mode", 1}},
       .outputs = {"uint8[1, 3, 4, 4]"}},
      {.op = "com.microsoft:QLinearAveragePool-1",
       .inputs = {"uint8[1, 8, 8, 3]", "float32[]", "uint8[]", "float32[]", "uint8[]"},
       .attributes = {{"kernel_shape", Ints{3, 3}}, {"channels_last", 1}},
       .outputs = {"uint8[1, 6, 6, 3]"}},
      {.op = "com.microsoft:NhwcMaxPool-1",
       .inputs = {"uint8[N, 8, 8, C]"},
       .attributes = {{"kernel_shape", Ints{3, 3}}},
       .outputs = {"uint8[N, 6, 6, C]"}},
      {.op = "com.ms.internal.nhwc:GlobalMaxPool-1",
       .inputs = {"float32[N, H, W, C]"},
       .outputs = {"float32[N, 1, 1, C]"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
