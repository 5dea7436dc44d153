// Expected shapes are onnxruntime's.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Resize, S14ScalesInFloat32) {
  CheckCases({
      // 10 * 0.7f is 7 in float32, and below 7 in exact arithmetic.
      {.op = "Resize-13",
       .inputs = {"float32[1, 1, 10, 10]", "", "float32[4] = {1, 1, 0.699999988079071, 0.5}"},
       .outputs = {"float32[1, 1, 7, 5]"}},
      {.op = "Resize-10",
       .inputs = {"float32[N, 3, H, W]", "float32[4] = {1, 1, 2, 0.75}"},
       .outputs = {"float32[N, 3, 2*H, (3*W)//4]"},
       .facts = {"ASSUMED H <= 16777216", "ASSUMED W <= 5592405"}},
      // Every size up to the bound was tried.
      {.op = "Resize-13",
       .inputs = {"float32[N, 3, H]", "", "float32[3] = {1, 1, 0.699999988079071}"},
       .outputs = {"float32[N, 3, (7*H)//10]"},
       .facts = {"ASSUMED H <= 16384"}},
      {.op = "Resize-13",
       .inputs = {"float32[N, 3, H]", "", "float32[3] = {1, 1, 0.699999988079071}"},
       .symbols = {{"H", "10..20"}},
       .outputs = {"float32[N, 3, (7*H)//10]"}},
      // 90 * 1.3f is above 117 in exact arithmetic, and below it in float32.
      {.op = "Resize-11",
       .inputs = {"float32[N, 3, H]", "float32[0]", "float32[3] = {1, 1, 1.2999999523162842}"},
       .outputs = {"float32[N, 3, t1]"}},
  });
}

TEST(Resize, SizesByValue) {
  CheckCases({
      {.op = "Resize-13",
       .inputs = {"float32[N, 3, 8, 8]", "", "", "int64[4] = {N, 3, H, 2*H}"},
       .outputs = {"float32[N, 3, H, 2*H]"}},
      {.op = "Resize-11",
       .inputs = {"float32[1, 1, 10, 13]", "float32[0]", "float32[0]", "int64[4] = {1, 1, 5, 6}"},
       .outputs = {"float32[1, 1, 5, 6]"}},
      {.op = "Resize-13",
       .inputs = {"float32?", "", "", "int64[2] = {x[0], 4}"},
       .outputs = {"float32[x[0], 4]"},
       .facts = {"REQUIRED x[0] >= 0"}},
      {.op = "Resize-13",
       .inputs = {"float32[1, 3]", "", "", "int64?"},
       .outputs = {"float32[?1, ?2]"}},
  });
}

TEST(Resize, AxesAndAspectFrom18) {
  CheckCases({
      {.op = "Resize-18",
       .inputs = {"float32[N, 1, 10, 13]", "", "float32[2] = {2, 3}"},
       .attributes = {{"axes", Ints{3, 2}}},
       .outputs = {"float32[N, 1, 30, 26]"}},
      {.op = "Resize-19",
       .inputs = {"float32[N, 1, 10, 13]", "", "", "int64[2] = {7, 7}"},
       .attributes = {{"axes", Ints{-2, -1}}, {"keep_aspect_ratio_policy", "not_larger"}},
       .outputs = {"float32[N, 1, 5, 7]"}},
      {.op = "Resize-18",
       .inputs = {"float32[N, 1, 10, 13]", "", "", "int64[2] = {7, 7}"},
       .attributes = {{"axes", Ints{2, 3}}, {"keep_aspect_ratio_policy", "not_smaller"}},
       .outputs = {"float32[N, 1, 7, 9]"}},
      // 1.5 is rounded up by both.
      {.op = "Resize-19",
       .inputs = {"float32[1, 1, 2, 4]", "", "", "int64[2] = {1, 3}"},
       .attributes = {{"axes", Ints{2, 3}}, {"keep_aspect_ratio_policy", "not_smaller"}},
       .outputs = {"float32[1, 1, 2, 3]"}},
      {.op = "Resize-18",
       .inputs = {"float32[N, 1, H, 13]", "", "", "int64[2] = {7, 7}"},
       .attributes = {{"axes", Ints{2, 3}}, {"keep_aspect_ratio_policy", "not_smaller"}},
       .outputs = {"float32[N, 1, max(7, (7*H + 6)//13), max(7, (H + 182)//(2*H))]"},
       .facts = {"REQUIRED H >= 1"}},
      {.op = "Resize-18",
       .inputs = {"float32[H, W]", "", "", "int64[2] = {A, B}"},
       .attributes = {{"keep_aspect_ratio_policy", "not_larger"}},
       .outputs = {"float32[min(A, (2*H*B + W)//(2*W)), min(B, (2*W*A + H)//(2*H))]"},
       .facts = {"REQUIRED H >= 1", "REQUIRED W >= 1"}},
      // A size that is no constant can be unknown by itself: 0.5 in double, less in float32.
      {.op = "Resize-18",
       .inputs = {"float32[82, 41]", "", "", "int64[2] = {1, 5}"},
       .attributes = {{"keep_aspect_ratio_policy", "not_larger"}},
       .outputs = {"float32[1, ?1]"}},
      // ONNX's own inference: beyond 2^24 in double.
      {.op = "Resize-19",
       .inputs = {"float32[16777217, 3]", "", "", "int64[2] = {33554434, 9}"},
       .attributes = {{"keep_aspect_ratio_policy", "not_larger"}},
       .outputs = {"float32[33554434, 6]"}},
      {.op = "Resize-19",
       .inputs = {"float32[16777217]", "", "float32[1] = {2}"},
       .outputs = {"float32[33554434]"}},
  });
}

TEST(Resize, Errors) {
  CheckCases({
      {.op = "Resize-18",
       .inputs = {"float32[2, 3]", "", "", "int64[2] = {4, 4}"},
       .attributes = {{"axes", Ints{0, -2}}},
       .outputs = {"float32[?1, ?2]"},
       .diagnostics = {"ERROR DUPLICATE_AXIS: Resize names axis 0 twice"}},
      {.op = "Resize-18",
       .inputs = {"float32[2, 3]", "", "", "int64[2] = {4, 4}"},
       .attributes = {{"keep_aspect_ratio_policy", "larger"}},
       .outputs = {"float32[?1, ?2]"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE: Resize has no keep_aspect_ratio_policy larger"}},
      {.op = "Resize-13",
       .inputs = {"float32[1, 3]"},
       .outputs = {"?"},
       .diagnostics = {"ERROR MISSING_INPUT: Resize needs scales or sizes"}},
      {.op = "Resize-13",
       .inputs = {"float32[1, 3]", "", "int64[2] = {1, 2}"},
       .outputs = {"float32[?1, ?2]"},
       .diagnostics =
           {"ERROR ELEMENT_TYPE_MISMATCH input 2: Resize takes float32 scales, not int64"}},
      {.op = "Resize-13",
       .inputs = {"float32[1, 3]", "", "float32[3] = {1, 1, 1}"},
       .outputs = {"float32[?1, ?2]"},
       .diagnostics = {"ERROR WRONG_ELEMENT_COUNT input 0: Resize needs 2 scales or sizes"}},
      {.op = "Resize-13",
       .inputs = {"float32[1, 3]", "", "float32[2] = {1, 0}"},
       .outputs = {"float32[1, ?1]"},
       .diagnostics = {"ERROR INVALID_SCALE input 0 axis 1: Resize cannot scale by 0"}},
      {.op = "Resize-18",
       .inputs = {"float32[1, 3]", "", "float32[1] = {2}"},
       .attributes = {{"axes", Ints{2}}},
       .outputs = {"float32[?1, ?2]"},
       .diagnostics = {"ERROR AXIS_OUT_OF_RANGE input 0"}},
  });
}

TEST(Upsample, ScalesByVersion) {
  CheckCases({
      {.op = "Upsample-9",
       .inputs = {"float32[1, 1, 10, 13]", "float32[4] = {1, 1, 1.5, 1.5}"},
       .outputs = {"float32[1, 1, 15, 19]"}},
      {.op = "Upsample-7",
       .inputs = {"float32[N, 1, 10, W]"},
       .attributes = {{"scales", Floats{1, 1, 1.5, 2}}},
       .outputs = {"float32[N, 1, 15, 2*W]"},
       .facts = {"ASSUMED W <= 16777216"}},
      {.op = "Upsample-1",
       .inputs = {"float32[N, 1, 10, 4]"},
       .attributes = {{"height_scale", 1.5}, {"width_scale", 2.0}},
       .outputs = {"float32[N, 1, 15, 8]"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
