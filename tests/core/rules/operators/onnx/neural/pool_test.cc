// Expected shapes are onnxruntime's.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Pool, RoundsDown) {
  CheckCases({
      {.op = "MaxPool-12",
       .inputs = {"float32[1, 64, 112, 112]"},
       .attributes = {{"kernel_shape", Ints{3, 3}},
                      {"strides", Ints{2, 2}},
                      {"pads", Ints{1, 1, 1, 1}}},
       .outputs = {"float32[1, 64, 56, 56]", "int64[1, 64, 56, 56]"}},
      {.op = "AveragePool-7",
       .inputs = {"float32[N, 64, H]"},
       .attributes = {{"kernel_shape", Ints{3}}, {"strides", Ints{2}}},
       .outputs = {"float32[N, 64, (H - 1)//2]"},
       .facts = {"REQUIRED H >= 3"}},
      {.op = "LpPool-11",
       .inputs = {"float32[1, 1, 9]"},
       .attributes = {{"kernel_shape", Ints{3}}, {"strides", Ints{2}}, {"auto_pad", "SAME_UPPER"}},
       .outputs = {"float32[1, 1, 5]"}},
      {.op = "MaxPool-12",
       .inputs = {"float32?"},
       .attributes = {{"kernel_shape", Ints{3}}},
       .outputs = {"float32[?1, ?2, ?3]", "int64[?1, ?2, ?3]"}},
  });
}

TEST(Pool, TheLastWindowStartsInside) {
  CheckCases({
      // The kernel covers the stride: nothing to cut.
      {.op = "MaxPool-12",
       .inputs = {"float32[1, 1, 10]"},
       .attributes = {{"kernel_shape", Ints{3}}, {"strides", Ints{2}}, {"ceil_mode", 1}},
       .outputs = {"float32[1, 1, 5]"}},
      // Rounded up, the third window would start behind the input.
      {.op = "MaxPool-12",
       .inputs = {"float32[1, 1, 8]"},
       .attributes = {{"kernel_shape", Ints{1}}, {"strides", Ints{4}}, {"ceil_mode", 1}},
       .outputs = {"float32[1, 1, 2]"}},
      {.op = "AveragePool-22",
       .inputs = {"float32[1, 1, 9]"},
       .attributes = {{"kernel_shape", Ints{2}},
                      {"strides", Ints{4}},
                      {"pads", Ints{0, 1}},
                      {"ceil_mode", 1}},
       .outputs = {"float32[1, 1, 3]"}},
      {.op = "MaxPool-12",
       .inputs = {"float32[1, 1, H]"},
       .attributes = {{"kernel_shape", Ints{3}}, {"strides", Ints{2}}, {"ceil_mode", 1}},
       .outputs = {"float32[1, 1, H//2]"},
       .facts = {"REQUIRED H >= 3"}},
      {.op = "MaxPool-12",
       .inputs = {"float32[1, 1, H]"},
       .attributes = {{"kernel_shape", Ints{1}}, {"strides", Ints{4}}, {"ceil_mode", 1}},
       .outputs = {"float32[1, 1, ceildiv(H, 4)]"},
       .facts = {"REQUIRED H >= 1"}},
  });
}

// onnxruntime gives 4 and 5, the reference 5 and 4.
// The specification and the package onnx; onnxruntime pads a dilated kernel under
// SAME as if it were not, and the text on VALID forgets ceil_mode.
TEST(Pool, FollowsTheSpecificationWhereRuntimesDisagree) {
  CheckCases({
      {.op = "MaxPool-12",
       .inputs = {"float32[1, 1, 9]"},
       .attributes = {{"kernel_shape", Ints{3}},
                      {"strides", Ints{2}},
                      {"dilations", Ints{2}},
                      {"auto_pad", "SAME_UPPER"}},
       .outputs = {"float32[1, 1, 5]"}},
      {.op = "MaxPool-22",
       .inputs = {"float32[1, 1, 10]"},
       .attributes = {{"kernel_shape", Ints{3}},
                      {"strides", Ints{2}},
                      {"auto_pad", "VALID"},
                      {"ceil_mode", 1}},
       .outputs = {"float32[1, 1, 5]"}},
      {.op = "MaxPool-22",
       .inputs = {"float32[1, 1, 9]"},
       .attributes = {{"kernel_shape", Ints{3}},
                      {"strides", Ints{2}},
                      {"auto_pad", "VALID"},
                      {"ceil_mode", 1}},
       .outputs = {"float32[1, 1, 4]"}},
  });
}

// Runs of onnxruntime 1.31.
TEST(Pool, KernelsThatDoNotFit) {
  const std::string warning = "WARNING KERNEL_TOO_LARGE input 0 axis 2: MaxPool";
  CheckCases({
      {.op = "MaxPool-12",
       .inputs = {"float32[1, 1, 2]"},
       .attributes = {{"kernel_shape", Ints{3}}},
       .outputs = {"float32[1, 1, 0]"},
       .diagnostics = {warning}},
      {.op = "MaxPool-12",
       .inputs = {"float32[1, 1, 1]"},
       .attributes = {{"kernel_shape", Ints{3}}, {"strides", Ints{3}}, {"ceil_mode", 1}},
       .outputs = {"float32[1, 1, 1]"},
       .diagnostics = {warning}},
      {.op = "MaxPool-12",
       .inputs = {"float32[1, 1, 2]"},
       .attributes = {{"kernel_shape", Ints{5}}, {"strides", Ints{2}}, {"ceil_mode", 1}},
       .outputs = {"float32[1, 1, 0]"},
       .diagnostics = {warning}},
  });
}

// Found by fuzz_ops.py: runs of onnxruntime 1.31.
TEST(Pool, TakesOffOneWindowOnly) {
  CheckCases({
      {.op = "MaxPool-22",
       .inputs = {"float32[1, 1, 2]"},
       .attributes = {{"kernel_shape", Ints{1}}, {"pads", Ints{0, 2}}, {"ceil_mode", 1}},
       .outputs = {"float32[1, 1, 3]"}},
      {.op = "AveragePool-22",
       .inputs = {"float32[1, 1, 1]"},
       .attributes = {{"kernel_shape", Ints{4}}, {"strides", Ints{2}}},
       .outputs = {"float32[1, 1, 0]"},
       .diagnostics = {"WARNING KERNEL_TOO_LARGE"}},
      {.op = "LpPool-22",
       .inputs = {"float32[1, 1, 3]"},
       .attributes = {{"kernel_shape", Ints{3}}, {"strides", Ints{3}}, {"dilations", Ints{2}}},
       .outputs = {"float32[1, 1, 1]"},
       .diagnostics = {"WARNING KERNEL_TOO_LARGE"}},
  });
}

TEST(Pool, Errors) {
  CheckCases({
      {.op = "MaxPool-12",
       .inputs = {"float32[1, 1, 9]"},
       .outputs = {"float32[1, 1, ?1]"},
       .diagnostics = {"ERROR MISSING_ATTRIBUTE: MaxPool needs kernel_shape"}},
      {.op = "MaxPool-12",
       .inputs = {"float32[1, 1, 1]"},
       .attributes = {{"kernel_shape", Ints{3}}},
       .outputs = {"float32[1, 1, ?1]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
      {.op = "MaxPool-12",
       .inputs = {"float32[1]"},
       .attributes = {{"kernel_shape", Ints{3}}},
       .outputs = {"float32?"},
       .diagnostics = {"ERROR RANK_MISMATCH input 0"}},
  });
}

TEST(Pool, GlobalOnesLeaveOnes) {
  CheckCases({
      {.op = "GlobalAveragePool-1",
       .inputs = {"float32[N, 512, H, W]"},
       .outputs = {"float32[N, 512, 1, 1]"}},
      {.op = "GlobalMaxPool-22", .inputs = {"float32[2, 3, 7]"}, .outputs = {"float32[2, 3, 1]"}},
      {.op = "GlobalLpPool-2", .inputs = {"float32?"}, .outputs = {"float32 rank 2.."}},
  });
}

TEST(Pool, Unpools) {
  CheckCases({
      {.op = "MaxUnpool-11",
       .inputs = {"float32[1, 1, 2, 2]", "int64[1, 1, 2, 2]"},
       .attributes = {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}},
       .outputs = {"float32[1, 1, 4, 4]"}},
      {.op = "MaxUnpool-11",
       .inputs = {"float32[1, 1, 2, 2]", "int64[1, 1, 2, 2]", "int64[4] = {1, 1, 5, H}"},
       .attributes = {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}},
       .outputs = {"float32[1, 1, 5, H]"}},
      {.op = "MaxRoiPool-1",
       .inputs = {"float32[1, 2, 6, 6]", "float32[R, 5]"},
       .attributes = {{"pooled_shape", Ints{2, 3}}},
       .outputs = {"float32[R, 2, 2, 3]"}},
  });
}

TEST(MaxUnpool, DataAndIndicesHaveOneShape) {
  CheckCases({
      {.op = "MaxUnpool-11",
       .inputs = {"float32[N, C, ?, 4]", "int64[2, 3, 5, ?]"},
       .attributes = {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}},
       .outputs = {"float32[2, 3, 10, 8]"},
       .facts = {"REQUIRED N = 2", "REQUIRED C = 3", "REQUIRED ?1 = 5", "REQUIRED 4 = ?2"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
