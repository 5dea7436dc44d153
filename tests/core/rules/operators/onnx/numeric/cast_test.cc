// Expected values are those of onnxruntime's Cast.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Cast, Versions) {
  CheckCases({
      {.op = "Cast-1",
       .inputs = {"float32[N]"},
       .attributes = {{"to", "INT64"}},
       .outputs = {"int64[N]"}},
      {.op = "Cast-6",
       .inputs = {"float32[N]"},
       .attributes = {{"to", 7}},
       .outputs = {"int64[N]"}},
      {.op = "Cast-13", .inputs = {"float32?"}, .attributes = {{"to", 8}}, .outputs = {"string?"}},
      {.op = "Cast-13",
       .inputs = {"float32[N]"},
       .attributes = {{"to", 50}},
       .outputs = {"undefined[N]"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE"}},
      {.op = "Cast-13",
       .inputs = {"float32[N]"},
       .outputs = {"undefined[N]"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE"}},
      {.op = "CastLike-15",
       .inputs = {"int64[1] = {N}", "int32?"},
       .outputs = {"int32[1] = {N}"},
       .facts = {"ASSUMED N <= 2147483647"}},
      {.op = "BitCast-26",
       .inputs = {"float32[N]"},
       .attributes = {{"to", 6}},
       .outputs = {"int32[N]"}},
      {.op = "BitCast-26",
       .inputs = {"float32[N]"},
       .attributes = {{"to", 7}},
       .outputs = {"int64[N]"},
       .diagnostics = {"ERROR ELEMENT_TYPE_MISMATCH input 0"}},
  });
}

TEST(Cast, IntegersByValue) {
  CheckCases({
      {.op = "Cast",
       .inputs = {"int64[2] = {N, -1}"},
       .attributes = {{"to", 7}},
       .outputs = {"int64[2] = {N, (-1)}"}},
      {.op = "Cast",
       .inputs = {"int64[3] = {9223372036854775807, 4294967295, -4294967297}"},
       .attributes = {{"to", 6}},
       .outputs = {"int32[3] = {(-1), (-1), (-1)}"}},
      {.op = "Cast",
       .inputs = {"int64[3] = {300, 128, -1}"},
       .attributes = {{"to", 2}},
       .outputs = {"uint8[3] = {44, 128, 255}"}},
      {.op = "Cast",
       .inputs = {"int64[3] = {300, 128, -129}"},
       .attributes = {{"to", 3}},
       .outputs = {"int8[3] = {44, (-128), 127}"}},
      // S10: what may leave a narrow type is unknown.
      {.op = "Cast",
       .inputs = {"int64[2] = {N, M}"},
       .attributes = {{"to", 2}},
       .symbols = {{"M", "0..255"}},
       .outputs = {"uint8[2] = {?, M}"}},
      {.op = "Cast",
       .inputs = {"int64[4] = {N, M, -3, 0}"},
       .attributes = {{"to", 9}},
       .symbols = {{"M", "1.."}},
       .outputs = {"bool[4] = {min(N, 1), 1, 1, 0}"}},
      {.op = "Cast",
       .inputs = {"bool[2] = {1, 0}"},
       .attributes = {{"to", 7}},
       .outputs = {"int64[2] = {1, 0}"}},
  });
}

// S14.
TEST(Cast, FloatsByValue) {
  CheckCases({
      {.op = "Cast",
       .inputs = {"int64[3] = {N, 3, 16777217}"},
       .attributes = {{"to", 1}},
       .outputs = {"float32[3] = {N, 3, 1.67772e+07}"}},
      {.op = "Cast",
       .inputs = {"float32[3] = {2.7, -2.7, 1e30}"},
       .attributes = {{"to", 7}},
       .outputs = {"int64[3] = {2, (-2), ?}"}},
      {.op = "Cast",
       .inputs = {"float32[2] = {N, N / 4}"},
       .attributes = {{"to", 7}},
       .outputs = {"int64[2] = {N, N//4}"},
       .facts = {"ASSUMED N <= 16777216"}},
      {.op = "Cast",
       .inputs = {"float16[1] = {N}"},
       .attributes = {{"to", 7}},
       .outputs = {"int64[1] = {N}"},
       .facts = {"ASSUMED N <= 2048"}},
      {.op = "Cast",
       .inputs = {"float64[1] = {N}"},
       .attributes = {{"to", 7}},
       .outputs = {"int64[1] = {N}"},
       .facts = {"ASSUMED N <= 9007199254740992"}},
      // The wider type would not show that the narrower one was exact.
      {.op = "Cast",
       .inputs = {"float32[1] = {N}"},
       .attributes = {{"to", 11}},
       .outputs = {"float64[1] = {N}"},
       .facts = {"ASSUMED N <= 16777216"}},
      {.op = "Cast",
       .inputs = {"float64[2] = {0.1, 65520}"},
       .attributes = {{"to", 10}},
       .outputs = {"float16[2] = {0.0999756, inf}"}},
      {.op = "Cast",
       .inputs = {"float32[2] = {N, 0}"},
       .attributes = {{"to", 9}},
       .symbols = {{"N", "1.."}},
       .outputs = {"bool[2] = {1, 0}"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
