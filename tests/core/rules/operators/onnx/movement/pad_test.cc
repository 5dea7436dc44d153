// Expected shapes are those of onnxruntime.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Pad, Versions) {
  CheckCases({
      {.op = "Pad-1",
       .inputs = {"float32[N, 4]"},
       .attributes = {{"paddings", Ints{1, 0, 2, 3}}},
       .outputs = {"float32[N + 3, 7]"}},
      {.op = "Pad-2",
       .inputs = {"float32[N, 4]"},
       .attributes = {{"pads", Ints{0, 0, 0, -1}}},
       .outputs = {"float32[N, 3]"}},
      {.op = "Pad-11",
       .inputs = {"float32[N, 4]", "int64[4] = {0, M, 0, M}"},
       .outputs = {"float32[N, 2*M + 4]"}},
      {.op = "Pad-18",
       .inputs = {"float32[N, 4]", "int64[2] = {1, 1}", "", "int64[1] = {-1}"},
       .outputs = {"float32[N, 6]"}},
      {.op = "Pad-19",
       .inputs = {"float32[N]", "int64[2] = {1, 1}"},
       .attributes = {{"mode", "wrap"}},
       .outputs = {"float32[N + 2]"},
       .facts = {"REQUIRED N >= 1"}},
      {.op = "Pad", .inputs = {"float32[5]", "int64[2] = {-6, 1}"}, .outputs = {"float32[0]"}},
      {.op = "Pad",
       .inputs = {"float32[N]", "int64[2] = {-1, 0}"},
       .outputs = {"float32[N - 1]"},
       .facts = {"REQUIRED N - 1 >= 0"}},
      {.op = "Pad",
       .inputs = {"float32[N, M]", "int64[2]", "", "int64[1]"},
       .outputs = {"float32[?1, ?2]"}},
      {.op = "Pad-11", .inputs = {"float32?", "int64[4]"}, .outputs = {"float32[?1, ?2]"}},
      {.op = "Pad",
       .inputs = {"int64[2] = {N, 3}", "int64[2] = {1, 2}", "int64[] = {7}"},
       .outputs = {"int64[5] = {7, N, 3, 7, 7}"}},
  });
}

// torch and onnxruntime refuse a reflection of more than the axis has; numpy does not. Where the
// excess is certain, only an empty tensor runs, as onnxruntime 1.31 does.
TEST(Pad, Reflection) {
  CheckCases({
      {.op = "Pad",
       .inputs = {"float32[N]", "int64[2] = {2, 1}"},
       .attributes = {{"mode", "reflect"}},
       .outputs = {"float32[N + 3]"},
       .facts = {"REQUIRED N >= 1", "ASSUMED N >= 3", "ASSUMED N >= 2"}},
      {.op = "Pad",
       .inputs = {"float32[N]", "int64[2] = {0, 1}"},
       .attributes = {{"mode", "reflect"}},
       .outputs = {"float32[N + 1]"},
       .facts = {"REQUIRED N >= 1", "ASSUMED N >= 2"}},
      {.op = "Pad",
       .inputs = {"float32[N]", "int64[2] = {0, M}"},
       .attributes = {{"mode", "reflect"}},
       .outputs = {"float32[N + M]"},
       .facts = {"REQUIRED min(M, 1) <= N", "ASSUMED min(M, M - N + 1) <= 0"}},
      {.op = "Pad",
       .inputs = {"float32[2]", "int64[2] = {1, 2}"},
       .attributes = {{"mode", "reflect"}},
       .outputs = {"float32[5]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0"}},
      {.op = "Pad",
       .inputs = {"float32[3]", "int64[2] = {1, 2}"},
       .attributes = {{"mode", "reflect"}},
       .outputs = {"float32[6]"}},
  });
}

// onnxruntime 1.32 refuses edge and reflect that crop all of an axis of a tensor with elements,
// also where nothing is repeated: [1] by -1 is refused, [2] by -1 is [1], [2, 0] by -2 is [0, 0].
TEST(Pad, CropsNotAllOfAnAxis) {
  CheckCases({
      {.op = "Pad",
       .inputs = {"float32[N]", "int64[2] = {-1, 0}"},
       .attributes = {{"mode", "edge"}},
       .outputs = {"float32[N - 1]"},
       .facts = {"REQUIRED min(N, 1) <= N - 1"}},
      {.op = "Pad",
       .inputs = {"float32[2]", "int64[2] = {-1, 0}"},
       .attributes = {{"mode", "reflect"}},
       .outputs = {"float32[1]"}},
      {.op = "Pad",
       .inputs = {"float32[2, 0]", "int64[4] = {-2, 0, 0, 0}"},
       .attributes = {{"mode", "edge"}},
       .outputs = {"float32[0, 0]"}},
      {.op = "Pad",
       .inputs = {"float32[1]", "int64[2] = {-1, 0}"},
       .attributes = {{"mode", "edge"}},
       .outputs = {"float32[0]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
  });
}

TEST(Pad, Errors) {
  CheckCases({
      {.op = "Pad",
       .inputs = {"float32[5]", "int64[2] = {-3, -3}"},
       .outputs = {"float32[?1]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
      {.op = "Pad",
       .inputs = {"float32[5]", "int64[3] = {1, 1, 1}"},
       .outputs = {"float32[?1]"},
       .diagnostics = {"ERROR WRONG_PADS input 1"}},
      {.op = "Pad-2",
       .inputs = {"float32[5]"},
       .outputs = {"float32[?1]"},
       .diagnostics = {"ERROR MISSING_ATTRIBUTE"}},
      {.op = "Pad",
       .inputs = {"float32[0]", "int64[2] = {1, 1}"},
       .attributes = {{"mode", "edge"}},
       .outputs = {"float32[2]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 0"}},
  });
}

TEST(CenterCropPad, Dims) {
  CheckCases({
      {.op = "CenterCropPad-18",
       .inputs = {"float32[5, 5]", "int64[2] = {3, 7}"},
       .attributes = {{"axes", Ints{1, -1}}},
       .outputs = {"float32[?1, ?2]"},
       .diagnostics = {"ERROR DUPLICATE_AXIS: CenterCropPad names axis -1 twice"}},
      {.op = "CenterCropPad-18",
       .inputs = {"float32[5, 5]", "int64[2] = {3, 7}"},
       .outputs = {"float32[3, 7]"}},
      {.op = "CenterCropPad",
       .inputs = {"float32[N, 5]", "int64[1] = {M}"},
       .attributes = {{"axes", Ints{-1}}},
       .outputs = {"float32[N, M]"}},
      {.op = "CenterCropPad",
       .inputs = {"float32[5, 5]", "int64[1] = {3}"},
       .outputs = {"float32[?1, ?2]"},
       .diagnostics = {"ERROR WRONG_SHAPE_LENGTH input 1"}},
  });
}

// As the package onnx does.
TEST(Pad, HugePads) {
  const int64_t huge = 9223372036854775807;
  CheckCases({
      {.op = "Pad-2",
       .inputs = {"float32[N]"},
       .attributes = {{"pads", Ints{huge, 1}}},
       .outputs = {"float32[?1]"},
       .diagnostics = {"ERROR DIM_OVERFLOW"}},
      {.op = "Pad-2",
       .inputs = {"float32[N]"},
       .attributes = {{"pads", Ints{huge, -huge}}},
       .outputs = {"float32[N]"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
