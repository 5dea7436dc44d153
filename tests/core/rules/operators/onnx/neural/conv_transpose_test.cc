// Expected shapes are onnxruntime's; of CausalConvWithState the specification's.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(ConvTranspose, SpreadsTheInput) {
  CheckCases({
      {.op = "ConvTranspose-1",
       .inputs = {"float32[N, 3, H]", "float32[3, 4, 3]", "float32[4]"},
       .attributes = {{"strides", Ints{2}}, {"pads", Ints{1, 1}}, {"output_padding", Ints{1}}},
       .outputs = {"float32[N, 4, 2*H]"},
       .facts = {"REQUIRED H >= 1"}},
      {.op = "ConvTranspose-11",
       .inputs = {"float32[1, C, 5]", "float32[4, 2, 3]"},
       .attributes = {{"group", 2}, {"dilations", Ints{2}}},
       .outputs = {"float32[1, 4, 9]"},
       .facts = {"REQUIRED C = 4"}},
      {.op = "ConvTranspose-11",
       .inputs = {"float32[1, 1, 5]", "float32[1, 1, 3]"},
       .attributes = {{"strides", Ints{2}}, {"auto_pad", "SAME_UPPER"}},
       .outputs = {"float32[1, 1, 10]"}},
      {.op = "ConvTranspose-11",
       .inputs = {"float32[1, 1, 5]", "float32[1, 1, 3]"},
       .attributes = {{"strides", Ints{2}}, {"auto_pad", "VALID"}, {"output_padding", Ints{1}}},
       .outputs = {"float32[1, 1, 12]"}},
      {.op = "ConvTranspose-22",
       .inputs = {"float32[1, 1, 5]", "float32[1, 1, 3]"},
       .attributes = {{"strides", Ints{2}}, {"output_shape", Ints{12}}},
       .outputs = {"float32[1, 1, 12]"}},
      // onnxruntime gives 13, the reference 15.
      {.op = "ConvTranspose-22",
       .inputs = {"float32[1, 1, 5]", "float32[1, 1, 1]"},
       .attributes = {{"strides", Ints{3}}, {"auto_pad", "SAME_UPPER"}},
       .outputs = {"float32[1, 1, ?1]"}},
      {.op = "ConvTranspose-22",
       .inputs = {"float32[1, 1, 5]", "float32[1, 1, K]"},
       .attributes = {{"strides", Ints{3}}, {"auto_pad", "SAME_UPPER"}},
       .outputs = {"float32[1, 1, 15]"},
       .facts = {"REQUIRED K >= 1", "ASSUMED K >= 3"}},
  });
}

TEST(ConvTranspose, Errors) {
  CheckCases({
      {.op = "ConvTranspose-11",
       .inputs = {"float32[1, 1, 5]", "float32[1, 1, 3]"},
       .attributes = {{"output_shape", Ints{1, 1, 12}}},
       .outputs = {"float32[1, 1, ?1]"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE: ConvTranspose needs 1 entries"}},
      {.op = "ConvTranspose-11",
       .inputs = {"float32[1, 2, 5]", "float32[1, 1, 3]"},
       .outputs = {"float32[1, 1, 7]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 1"}},
      {.op = "ConvTranspose-11",
       .inputs = {"float32[1, 1, 5]", "float32[1, 1, 3]"},
       .attributes = {{"pads", Ints{9, 9}}},
       .outputs = {"float32[1, 1, ?1]"},
       .diagnostics = {"ERROR NEGATIVE_DIM output 0 axis 2"}},
      {.op = "ConvTranspose-11",
       .inputs = {"float32[1, 1, 5]", "float32[1, 1, 3]"},
       .attributes = {{"group", -1}},
       .outputs = {"float32[1, ?1, 7]"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE: ConvTranspose needs a positive group"}},
  });
}

TEST(CausalConvWithState, CarriesTheLastPositions) {
  CheckCases({
      {.op = "CausalConvWithState-27",
       .inputs = {"float32[N, C, L]", "float32[8, 1, 4]", "", "float32[2, 8, 3]"},
       .outputs = {"float32[2, 8, L]", "float32[2, 8, 3]"},
       .facts = {"REQUIRED C = 8", "REQUIRED N = 2"}},
  });
}

TEST(Col2Im, ImagesByValue) {
  CheckCases({
      {.op = "Col2Im-18",
       .inputs = {"float32[1, 5, 5]", "int64[2] = {5, 5}", "int64[2] = {1, 5}"},
       .outputs = {"float32[1, 1, 5, 5]"}},
      {.op = "Col2Im-18",
       .inputs = {"float32[N, C, L]", "int64[2] = {5, H}", "int64[2] = {1, 2}"},
       .outputs = {"float32[N, C//2, 5, H]"},
       .facts = {"REQUIRED C divisible by 2", "REQUIRED H >= 2", "REQUIRED L = 5*H - 5"}},
      {.op = "Col2Im-18",
       .inputs = {"float32[1, 5, 5]", "int64[2] = {5, 5}", "int64[3] = {1, 5, 1}"},
       .attributes = {{"dilations", Ints{1}}, {"pads", Ints{0, 0, 0, 0}}},
       .outputs = {"float32[1, ?1, 5, 5]"},
       .diagnostics =
           {"ERROR WRONG_ELEMENT_COUNT: Col2Im has an image of 2 axes and 3 of block_shape",
            "ERROR WRONG_ELEMENT_COUNT: Col2Im has an image of 2 axes and 1 of dilations"}},
      {.op = "Col2Im-18",
       .inputs = {"float32[1, 15, 24]", "int64[2] = {5, 6}", "int64[2] = {1, 5}"},
       .outputs = {"float32[1, 3, 5, 6]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 2"}},
  });
}

TEST(Col2Im, AttributesTellTheRank) {
  CheckCases({
      {.op = "Col2Im-18",
       .inputs = {"float32[1, K, L]", "int64[N]", "int64[N]"},
       .attributes = {{"strides", Ints{1, 1, 1}}},
       .outputs = {"float32[1, ?1, in1[0], in1[1], in1[2]]"},
       .facts = {"REQUIRED N = 3", "REQUIRED in1[0] >= 0", "REQUIRED in1[1] >= 0",
                 "REQUIRED in1[2] >= 0"}},
      {.op = "Col2Im-18",
       .inputs = {"float32[1, K, L]", "int64[2, 1]", "int64[2]"},
       .outputs = {"float32[1, ?1, in1[0], in1[1]]"},
       .facts = {"REQUIRED in1[0] >= 0", "REQUIRED in1[1] >= 0"},
       .diagnostics = {"ERROR RANK_MISMATCH input 1"}},
  });
}

TEST(Col2Im, TheBlockTellsTheRank) {
  CheckCases({
      {.op = "Col2Im-18",
       .inputs = {"float32[1, K, L]", "int64[N]", "int64[3]"},
       .outputs = {"float32[1, ?1, in1[0], in1[1], in1[2]]"},
       .facts = {"REQUIRED N = 3", "REQUIRED in1[0] >= 0", "REQUIRED in1[1] >= 0",
                 "REQUIRED in1[2] >= 0"}},
  });
}

// As the package onnx does.
TEST(ConvTranspose, PadsBesideAutoPad) {
  CheckCases({
      {.op = "ConvTranspose-22",
       .inputs = {"float32[1, 1, 4]", "float32[1, 1, 3]"},
       .attributes = {{"auto_pad", "SAME_UPPER"}, {"pads", Ints{0, 1}}, {"strides", Ints{2}}},
       .outputs = {"float32[1, 1, 8]"},
       .diagnostics = {"WARNING INVALID_ATTRIBUTE"}},
      {.op = "CausalConvWithState-27",
       .inputs = {"float32[1, 3, T]", "float32[3, 1, 2]"},
       .attributes = {{"activation", "relu"}},
       .outputs = {"float32[1, 3, T]"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE: CausalConvWithState knows no activation relu"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
