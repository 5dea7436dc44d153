// Expected shapes are those of onnxruntime 1.31 runs; where it has no kernel for
// the processor, those of its documentation (ContribOperators.md).
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(ContribTensor, NamesakesOfOnnx) {
  CheckCases({
      {.op = "com.microsoft:GatherND-1",
       .inputs = {"float32[N, 3, 4]", "int64[5, 2]"},
       .outputs = {"float32[5, 4]"}},
      {.op = "com.microsoft:GridSample-1",
       .inputs = {"float32[N, 3, H, W]", "float32[N, 6, 7, 2]"},
       .outputs = {"float32[N, 3, 6, 7]"}},
      {.op = "com.microsoft:Pad-1",
       .inputs = {"float32[N, 3]", "int64[4] = {0, 1, 0, 2}"},
       .outputs = {"float32[N, 6]"}},
      {.op = "DynamicSlice-9",
       .inputs = {"float32[4, N]", "int64[1] = {0}", "int64[1] = {2}"},
       .outputs = {"float32[2, N]"}},
      {.op = "com.microsoft:Trilu-1",
       .inputs = {"float32[2, 3, 4]"},
       .outputs = {"float32[2, 3, 4]"}},
  });
}

TEST(ContribTensor, Range) {
  CheckCases({
      {.op = "com.microsoft:Range-1",
       .inputs = {"int64[] = {2}", "int64[] = {N}"},
       .outputs = {"int64[max(0, N - 2)]"}},
      {.op = "com.microsoft:Range-1",
       .inputs = {"float32[]", "float32[]"},
       .outputs = {"float32[?1]"}},
  });
}

TEST(ContribTensor, Images) {
  CheckCases({
      {.op = "com.microsoft:CropAndResize-1",
       .inputs = {"float32[N, 3, 8, 8]", "float32[R, 4]", "int32[K]", "int32[2] = {2, W}"},
       .outputs = {"float32[R, 3, 2, W]"},
       .facts = {"REQUIRED R = K", "REQUIRED W >= 1"}},
      {.op = "Crop-9",
       .inputs = {"float32[1, 2, 8, W]"},
       .attributes = {{"border", Ints{1, 2, 3, 4}}},
       .outputs = {"float32[1, 2, 2, W - 4]"},
       .facts = {"REQUIRED W >= 4"}},
      {.op = "Crop-9",
       .inputs = {"float32[1, 2, 8, W]"},
       .attributes = {{"border", Ints{1, 2, 3, 4}}, {"scale", Ints{2, 3}}},
       .outputs = {"float32[1, 2, 2, 3]"}},
  });
}

// [rank] as onnxruntime 1.31 infers; the elements are what the documentation says.
TEST(ContribTensor, BlockFloats) {
  CheckCases({
      {.op = "com.microsoft:QuantizeBFP-1",
       .inputs = {"float32[N, 3, 8]"},
       .attributes = {{"bfp_type", 1}},
       .outputs = {"uint8[?1]", "int64[3] = {N, 3, 8}", "int64[3]"}},
      {.op = "com.microsoft:QuantizeBFP-1",
       .inputs = {"float32?"},
       .attributes = {{"bfp_type", 1}},
       .outputs = {"uint8[?1]", "int64[?2]", "int64[?3]"}},
  });
}

TEST(ContribTensor, Axes) {
  CheckCases({
      {.op = "com.microsoft:ExpandDims-1",
       .inputs = {"float32[N, 3]", "int32[] = {(-1)}"},
       .outputs = {"float32[N, 3, 1]"}},
      {.op = "com.microsoft:ExpandDims-1",
       .inputs = {"float32[N, 3]", "int32[1] = {(-2)}"},
       .outputs = {"float32[N, 1, 3]"}},
      {.op = "com.microsoft:ExpandDims-1",
       .inputs = {"float32[3]", "int32[]"},
       .outputs = {"float32[?1, ?2]"}},
      {.op = "com.microsoft:UnfoldTensor-1",
       .inputs = {"float32[2, N]"},
       .attributes = {{"dim", -1}, {"size", 3}, {"step", 2}},
       .outputs = {"float32[2, (N - 1)//2, 3]"},
       .facts = {"REQUIRED N >= 3"}},
      {.op = "com.microsoft:Rfft-1", .inputs = {"float32[N, 8]"}, .outputs = {"float32[N, 5, 2]"}},
      {.op = "com.microsoft:Irfft-1", .inputs = {"float32[N, 5, 2]"}, .outputs = {"float32[N, 8]"}},
      {.op = "com.microsoft:DynamicTimeWarping-1",
       .inputs = {"float32[1, 1]"},
       .outputs = {"int32[2, 1]"}},
  });
}

TEST(ContribTensor, Words) {
  CheckCases({
      {.op = "com.microsoft:Tokenizer-1", .inputs = {"string[C]"}, .outputs = {"string[C, ?1]"}},
      {.op = "com.microsoft:TorchEmbedding-1",
       .inputs = {"float32[V, 4]", "int64[B, S]"},
       .outputs = {"float32[B, S, 4]"}},
      {.op = "com.microsoft:WordConvEmbedding-1",
       .inputs = {"int32[N, 6]", "float32[7, 1, 2, 4]", "float32[7]", "float32[10, 4]"},
       .outputs = {"float32[N, 7]"}},
      {.op = "com.microsoft:BeamSearch-1",
       .inputs = {"int32[B, S]", "int32[1] = {L}", "int32[1]", "int32[1]", "int32[1] = {3}"},
       .outputs = {"int32[B, 3, L]"}},
  });
}

TEST(ContribTensor, Unique) {
  CheckCases({
      {.op = "com.microsoft:Unique-1",
       .inputs = {"float32[N]"},
       .outputs = {"float32[?1]", "int64[N]", "int64[?1]"}},
      {.op = "com.microsoft:Unique-1",
       .inputs = {"float32[1]"},
       .outputs = {"float32[1]", "int64[1]", "int64[1]"}},
      {.op = "com.microsoft:Unique-1",
       .inputs = {"float32[2, 3]"},
       .outputs = {"float32[?1]", "int64[?2]", "int64[?1]"},
       .diagnostics = {"ERROR RANK_MISMATCH input 0"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
