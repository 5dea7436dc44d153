// Expected shapes are onnxruntime's.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Dft, ByVersion) {
  CheckCases({
      {.op = "DFT-17", .inputs = {"float32[N, L, 1]"}, .outputs = {"float32[N, L, 2]"}},
      {.op = "DFT-17",
       .inputs = {"float32[1, 10, 1]", "int64[] = {16}"},
       .attributes = {{"axis", 1}, {"onesided", 1}},
       .outputs = {"float32[1, 9, 2]"}},
      {.op = "DFT-20",
       .inputs = {"float32[1, L, 1]", "", "int64[] = {1}"},
       .attributes = {{"onesided", 1}},
       .outputs = {"float32[1, (L + 2)//2, 2]"}},
      {.op = "DFT-20",
       .inputs = {"float32[1, 10, 2]"},
       .attributes = {{"onesided", 1}, {"inverse", 1}},
       .outputs = {"float32[1, 18, 1]"}},
      {.op = "DFT-20",
       .inputs = {"float32[1, 10, 2]", "", "int64[]"},
       .outputs = {"float32[1, 10, 2]"}},
      {.op = "DFT-20",
       .inputs = {"float32[1, 10, 2]", "int64[] = {4}", "int64[]"},
       .outputs = {"float32[?1, ?2, 2]"}},
      {.op = "DFT-17",
       .inputs = {"float32[1, 10, 2]"},
       .attributes = {{"onesided", 1}, {"inverse", 1}},
       .outputs = {"float32[1, 18, 1]"}},
  });
}

TEST(Stft, CountsFrames) {
  CheckCases({
      {.op = "STFT-17",
       .inputs = {"float32[1, 128, 1]", "int64[] = {8}", "", "int64[] = {16}"},
       .outputs = {"float32[1, 15, 9, 2]"}},
      {.op = "STFT-17",
       .inputs = {"float32[N, L]", "int64[] = {8}", "float32[16]"},
       .attributes = {{"onesided", 0}},
       .outputs = {"float32[N, (L - 8)//8, 16, 2]"},
       .facts = {"REQUIRED L >= 16"}},
      {.op = "STFT-17",
       .inputs = {"float32[1, 8, 1]", "int64[] = {8}", "float32[16]"},
       .outputs = {"float32[1, ?1, 9, 2]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 3 element 0"}},
  });
}

// As the package onnx does.
TEST(Dft, Errors) {
  CheckCases({
      {.op = "DFT-17",
       .inputs = {"float32[2, 5, 2]"},
       .attributes = {{"onesided", 1}},
       .outputs = {"float32[2, 3, 2]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
      {.op = "DFT-20",
       .inputs = {"float32[2, 5, 1]", "", "int64[] = {1}"},
       .attributes = {{"onesided", 1}, {"inverse", 1}},
       .outputs = {"float32[2, 8, 1]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
      {.op = "DFT-20",
       .inputs = {"float32[2, 5, 2]", "", "int64[] = {-1}"},
       .outputs = {"float32[?1, ?2, 2]"},
       .diagnostics = {"ERROR AXIS_OUT_OF_RANGE input 0 axis 2"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
