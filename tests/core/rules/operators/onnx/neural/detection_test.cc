// Expected shapes are onnxruntime's.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(RoiAlign, OneResultPerRegion) {
  CheckCases({
      {.op = "RoiAlign-16",
       .inputs = {"float32[1, 3, H, W]", "float32[R, 4]", "int64[R]"},
       .attributes = {{"output_height", 2}, {"output_width", 3}},
       .outputs = {"float32[R, 3, 2, 3]"}},
      {.op = "RoiAlign-10",
       .inputs = {"float32?", "float32[R, 4]", "int64?"},
       .outputs = {"float32[R, ?1, 1, 1]"}},
  });
}

TEST(GridSample, TakesTheGridsDims) {
  CheckCases({
      {.op = "GridSample-16",
       .inputs = {"float32[N, 3, 5, 5]", "float32[N, H, W, 2]"},
       .outputs = {"float32[N, 3, H, W]"}},
      {.op = "GridSample-20",
       .inputs = {"float32[N, 3, 5, 5, 6]", "float32?"},
       .outputs = {"float32[N, 3, ?1, ?2, ?3]"}},
      {.op = "GridSample-20",
       .inputs = {"float32[1, 3, 5, 5]", "float32[1, 7, 8, 3]"},
       .outputs = {"float32[1, 3, 7, 8]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 1 axis 3"}},
  });
}

TEST(AffineGrid, OfASizeByValue) {
  CheckCases({
      {.op = "AffineGrid-20",
       .inputs = {"float32[N, 2, 3]", "int64[4] = {N, 3, H, W}"},
       .outputs = {"float32[N, H, W, 2]"}},
      {.op = "AffineGrid-20",
       .inputs = {"float32[2, 3, 4]", "int64[5]"},
       .outputs = {"float32[2, in1[2], in1[3], in1[4], 3]"},
       .facts = {"REQUIRED in1[0] >= 0", "REQUIRED in1[1] >= 0", "REQUIRED in1[2] >= 0",
                 "REQUIRED in1[3] >= 0", "REQUIRED in1[4] >= 0", "REQUIRED in1[0] = 2"}},
  });
}

TEST(ImageDecoder, ChannelsByPixelFormat) {
  CheckCases({
      {.op = "ImageDecoder-20", .inputs = {"uint8[N]"}, .outputs = {"uint8[?1, ?2, 3]"}},
      {.op = "ImageDecoder-20",
       .inputs = {"uint8[N]"},
       .attributes = {{"pixel_format", "Grayscale"}},
       .outputs = {"uint8[?1, ?2, 1]"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
