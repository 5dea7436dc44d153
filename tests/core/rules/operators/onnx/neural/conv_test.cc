// Expected shapes are onnxruntime's.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Conv, SlidesOverConstantDims) {
  CheckCases({
      {.op = "Conv-11",
       .inputs = {"float32[1, 3, 224, 224]", "float32[64, 3, 7, 7]", "float32[64]"},
       .attributes = {{"strides", Ints{2, 2}}, {"pads", Ints{3, 3, 3, 3}}},
       .outputs = {"float32[1, 64, 112, 112]"}},
      {.op = "Conv-1",
       .inputs = {"float32[1, 4, 9]", "float32[6, 2, 3]"},
       .attributes = {{"group", 2}, {"dilations", Ints{2}}, {"kernel_shape", Ints{3}}},
       .outputs = {"float32[1, 6, 5]"}},
      {.op = "Conv-22",
       .inputs = {"float32[1, 1, 10]", "float32[1, 1, 3]"},
       .attributes = {{"strides", Ints{2}}, {"auto_pad", "VALID"}, {"pads", Ints{9, 9}}},
       .outputs = {"float32[1, 1, 4]"}},
      {.op = "Conv-11",
       .inputs = {"float32[1, 1, 9]", "float32[1, 1, 3]"},
       .attributes = {{"strides", Ints{2}}, {"auto_pad", "SAME_UPPER"}},
       .outputs = {"float32[1, 1, 5]"}},
  });
}

TEST(Conv, S13RecordsThatTheKernelFits) {
  CheckCases({
      {.op = "Conv-11",
       .inputs = {"float32[N, 3, H, W]", "float32[8, 3, 3, 5]"},
       .attributes = {{"strides", Ints{2, 1}}, {"pads", Ints{1, 0, 1, 0}}},
       .outputs = {"float32[N, 8, ceildiv(H, 2), W - 4]"},
       .facts = {"REQUIRED H + 2 >= 3", "REQUIRED W >= 5"}},
      {.op = "Conv-11",
       .inputs = {"float32[N, 3, H]", "float32[8, 3, 3]"},
       .attributes = {{"strides", Ints{4}}, {"auto_pad", "SAME_LOWER"}},
       .outputs = {"float32[N, 8, ceildiv(H, 4)]"}},
  });
}

TEST(Conv, TakesWhatIsKnown) {
  CheckCases({
      {.op = "Conv-11",
       .inputs = {"float32[2, C, 8]", "float32[M, 3, 3]", "float32[16]"},
       .attributes = {{"group", 2}},
       .outputs = {"float32[2, 16, 6]"},
       .facts = {"REQUIRED C = 6", "REQUIRED M divisible by 2", "REQUIRED M = 16"}},
      {.op = "Conv-11",
       .inputs = {"float32?", "float32[4, 3, 1, 1]"},
       .outputs = {"float32[?1, 4, ?2, ?3]"}},
      {.op = "Conv-11",
       .inputs = {"float32[1, 3, 8, 8]", "float32?"},
       .attributes = {{"kernel_shape", Ints{3, 3}}},
       .outputs = {"float32[1, ?1, 6, 6]"}},
      {.op = "Conv-11", .inputs = {"float32?", "float32?"}, .outputs = {"float32?"}},
  });
}

TEST(Conv, ReportsWhatCannotBe) {
  CheckCases({
      {.op = "Conv-11",
       .inputs = {"float32[1, 4, 8]", "float32[2, 3, 3]"},
       .outputs = {"float32[1, 2, 6]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 1"}},
      {.op = "Conv-11",
       .inputs = {"float32[1, 3, 2]", "float32[2, 3, 3]"},
       .outputs = {"float32[1, 2, ?1]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
      {.op = "Conv-11",
       .inputs = {"float32[1, 3, 8]", "float32[2, 3, 3]"},
       .attributes = {{"strides", Ints{0}}},
       .outputs = {"float32?"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE: Conv needs entries of at least 1 in strides"}},
      {.op = "Conv-11",
       .inputs = {"float32[1, 3, 8]", "float32[2, 3, 3]"},
       .attributes = {{"pads", Ints{1}}},
       .outputs = {"float32?"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE: Conv needs 2 entries in pads"}},
      {.op = "Conv-11",
       .inputs = {"float32[1, 3, 8]", "float32[2, 3, 3]"},
       .attributes = {{"group", 0}},
       .outputs = {"float32?"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE: Conv needs a positive group, not 0"}},
      {.op = "Conv-11",
       .inputs = {"float32[1, 3]", "float32[2, 3, 3]"},
       .outputs = {"float32?"},
       .diagnostics = {"ERROR RANK_MISMATCH input 0"}},
      {.op = "Conv-11",
       .inputs = {"float32[1, 3, 8]", "float32[2, 3, 3]"},
       .attributes = {{"auto_pad", "SOMETIMES"}},
       .outputs = {"float32?"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE: Conv knows no auto_pad SOMETIMES"}},
      {.op = "Conv-11",
       .inputs = {"float32[1, 3, 8]", "float32[2, 3, 3]"},
       .attributes = {{"kernel_shape", Ints{4}}},
       .outputs = {"float32[1, 2, 5]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 1 axis 2"}},
  });
}

TEST(Conv, S15HugeAttributesOverflow) {
  CheckCases({
      {.op = "Conv-11",
       .inputs = {"float32[1, 3, 8]", "float32[2, 3, 3]"},
       .attributes = {{"pads", Ints{INT64_MAX, INT64_MAX}}},
       .outputs = {"float32[1, 2, ?1]"},
       .diagnostics = {"ERROR DIM_OVERFLOW output 0 axis 2"}},
  });
}

TEST(Conv, QuantizedOnes) {
  CheckCases({
      {.op = "QLinearConv-10",
       .inputs = {"uint8[1, 1, 7, 7]", "float32[]", "uint8[]", "uint8[1, 1, 1, 1]", "float32[1]",
                  "uint8[1]", "float32[]", "int8[]"},
       .outputs = {"int8[1, 1, 7, 7]"}},
      {.op = "ConvInteger-10",
       .inputs = {"uint8[1, 1, 3, 3]", "uint8[1, 1, 2, 2]", "uint8[]"},
       .outputs = {"int32[1, 1, 2, 2]"}},
      {.op = "DeformConv-19",
       .inputs = {"float32[1, 1, 3, 3]", "float32[1, 1, 2, 2]", "float32[1, 8, 2, 2]"},
       .outputs = {"float32[1, 1, 2, 2]"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
