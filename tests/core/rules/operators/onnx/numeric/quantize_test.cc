// Expected types are onnxruntime's and the specification's.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Quantize, ElementTypes) {
  CheckCases({
      {.op = "QuantizeLinear-10",
       .inputs = {"float32[N, 3]", "float32[]", "int8[]"},
       .outputs = {"int8[N, 3]"}},
      {.op = "QuantizeLinear-13",
       .inputs = {"float32[N, 3]", "float32[]"},
       .outputs = {"uint8[N, 3]"}},
      {.op = "QuantizeLinear-21",
       .inputs = {"float32[N, 3]", "float32[]"},
       .attributes = {{"output_dtype", 5}},
       .outputs = {"int16[N, 3]"}},
      {.op = "DequantizeLinear-13",
       .inputs = {"uint8[N, 3]", "float32[1]"},
       .outputs = {"float32[N, 3]"}},
      {.op = "DequantizeLinear-19",
       .inputs = {"uint8[N, 3]", "float16[]"},
       .outputs = {"float16[N, 3]"}},
      {.op = "DequantizeLinear-23",
       .inputs = {"uint8[N, 3]", "float16[]"},
       .attributes = {{"output_dtype", 1}},
       .outputs = {"float32[N, 3]"}},
      {.op = "DynamicQuantizeLinear-11",
       .inputs = {"float32[N, 3]"},
       .outputs = {"uint8[N, 3]", "float32[]", "uint8[]"}},
  });
}

TEST(Quantize, OneScalePerSlice) {
  CheckCases({
      {.op = "QuantizeLinear-13",
       .inputs = {"float32[N, C]", "float32[3]"},
       .outputs = {"uint8[N, 3]"},
       .facts = {"REQUIRED C = 3"}},
      {.op = "QuantizeLinear-13",
       .inputs = {"float32[N, 4]", "float32[3]"},
       .outputs = {"uint8[N, 4]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 1"}},
      {.op = "QuantizeLinear-13",
       .inputs = {"float32[N, 4]", "float32[3]"},
       .attributes = {{"axis", 2}},
       .outputs = {"uint8[N, 4]"},
       .diagnostics = {"ERROR AXIS_OUT_OF_RANGE input 0"}},
  });
}

TEST(Quantize, TwoElementTypes) {
  CheckCases({
      {.op = "QuantizeLinear-21",
       .inputs = {"float32[N]", "float32[]", "uint16[]"},
       .attributes = {{"output_dtype", 22}},
       .outputs = {"uint16[N]"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE input 2: QuantizeLinear has output_dtype int4"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
