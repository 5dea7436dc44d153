// Expected shapes are those of onnxruntime.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Split, EqualParts) {
  CheckCases({
      {.op = "Split-2", .inputs = {"float32[6, N]"}, .outputs = {"float32[3, N]", "float32[3, N]"}},
      {.op = "Split-11",
       .inputs = {"float32[2, N]"},
       .attributes = {{"axis", -1}},
       .outputs = {"float32[2, N//3]", "float32[2, N//3]", "float32[2, N//3]"},
       .facts = {"REQUIRED N divisible by 3"}},
      {.op = "Split-13",
       .inputs = {"float32[5]"},
       .outputs = {"float32[?1]", "float32[?2]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
      // From version 18 on the last part may be smaller.
      {.op = "Split-18",
       .inputs = {"float32[5]"},
       .attributes = {{"num_outputs", 2}},
       .outputs = {"float32[3]", "float32[2]"}},
      {.op = "Split-18",
       .inputs = {"float32[7]"},
       .attributes = {{"num_outputs", 3}},
       .outputs = {"float32[3]", "float32[3]", "float32[1]"}},
      {.op = "Split-18",
       .inputs = {"float32[N]"},
       .attributes = {{"num_outputs", 2}},
       .outputs = {"float32[ceildiv(N, 2)]", "float32[N//2]"},
       .facts = {"ASSUMED N//2 >= 1"}},
      {.op = "Split-18",
       .inputs = {"float32[4*N]"},
       .attributes = {{"num_outputs", 4}},
       .outputs = {"float32[N]", "", "", "float32[N]"},
       .facts = {"ASSUMED N >= 1"}},
      {.op = "Split-18",
       .inputs = {"float32[2]"},
       .attributes = {{"num_outputs", 4}},
       .outputs = {"float32[?1]", "float32[?2]", "float32[?3]", "float32[?4]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
  });
}

TEST(Split, GivenSizes) {
  CheckCases({
      {.op = "Split-1",
       .inputs = {"float32[5]", "float32[2]"},
       .attributes = {},
       .outputs = {"float32[?1]", "float32[?2]"}},
      {.op = "Split-2",
       .inputs = {"float32[N]"},
       .attributes = {{"split", Ints{2, 3}}},
       .outputs = {"float32[2]", "float32[3]"},
       .facts = {"REQUIRED N = 5"}},
      {.op = "Split-13",
       .inputs = {"float32[2, 5]", "int64[2] = {1, 4}"},
       .attributes = {{"axis", 1}},
       .outputs = {"float32[2, 1]", "float32[2, 4]"}},
      {.op = "Split-18",
       .inputs = {"float32[N + 2]", "int64[2] = {N, 2}"},
       .outputs = {"float32[N]", "float32[2]"}},
      {.op = "Split-18",
       .inputs = {"float32[5]", "int64[2] = {2, 2}"},
       .outputs = {"float32[2]", "float32[2]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
      {.op = "Split-18",
       .inputs = {"float32[5]", "int64[2] = {2, 3}"},
       .outputs = {"float32[?1]"},
       .diagnostics = {"ERROR WRONG_SPLIT input 1"}},
  });
}

TEST(Split, Rest) {
  CheckCases({
      {.op = "Split-13", .inputs = {"float32?"}, .outputs = {"float32?", "float32?"}},
      {.op = "Split-18",
       .inputs = {"float32[4]"},
       .outputs = {"float32[?1]", "float32[?2]"},
       .diagnostics = {"ERROR MISSING_ATTRIBUTE"}},
      {.op = "Split-18",
       .inputs = {"float32[4]"},
       .attributes = {{"num_outputs", 1}},
       .outputs = {"float32[?1]", "float32[?2]"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE"}},
      {.op = "Split-13",
       .inputs = {"float32[4]"},
       .attributes = {{"axis", 1}},
       .outputs = {"float32[?1]", "float32[?2]"},
       .diagnostics = {"ERROR AXIS_OUT_OF_RANGE"}},
      {.op = "Split-13",
       .inputs = {"int64[3] = {N, 2, 3}", "int64[2] = {1, 2}"},
       .outputs = {"int64[1] = {N}", "int64[2] = {2, 3}"}},
      {.op = "Split-13",
       .inputs = {"int64[2, 2] = {1, 2, 3, 4}"},
       .attributes = {{"axis", 1}},
       .outputs = {"int64[2, 1] = {1, 3}", "int64[2, 1] = {2, 4}"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
