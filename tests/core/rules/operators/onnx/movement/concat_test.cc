// Expected shapes are those of the specification and of onnxruntime.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Concat, Dims) {
  CheckCases({
      // What ONNX cannot say: N + 5.
      {.op = "Concat-13",
       .inputs = {"float32[5, 2]", "float32[N, 2]"},
       .attributes = {{"axis", 0}},
       .outputs = {"float32[N + 5, 2]"}},
      {.op = "Concat-11",
       .inputs = {"float32[2, P]", "float32[2, S]"},
       .attributes = {{"axis", -1}},
       .outputs = {"float32[2, P + S]"}},
      {.op = "Concat-4",
       .inputs = {"float32[N, 1]", "float32[3, 2]"},
       .attributes = {{"axis", 1}},
       .outputs = {"float32[3, 3]"},
       .facts = {"REQUIRED N = 3"}},
      // Version 1 has a default axis.
      {.op = "Concat-1",
       .inputs = {"float32[2, 3]", "float32[2, 4]"},
       .outputs = {"float32[2, 7]"}},
      {.op = "Concat",
       .inputs = {"float32[0, 3]", "float32[N, 3]"},
       .attributes = {{"axis", 0}},
       .outputs = {"float32[N, 3]"}},
      {.op = "Concat",
       .inputs = {"float32?", "float32[2, 4]"},
       .attributes = {{"axis", 1}},
       .outputs = {"float32[2, ?1]"}},
      {.op = "Concat",
       .inputs = {"float32?", "float32?"},
       .attributes = {{"axis", 0}},
       .outputs = {"float32 rank 1.."}},
  });
}

TEST(Concat, PartsOfARoll) {
  CheckCases({
      {.op = "Concat",
       .inputs = {"float32[max(0, N - 3), 2]", "float32[min(N, 3), 2]"},
       .attributes = {{"axis", 0}},
       .outputs = {"float32[N, 2]"}},
      {.op = "Concat",
       .inputs = {"float32[min(N, M)]", "float32[max(0, M - N)]"},
       .attributes = {{"axis", 0}},
       .outputs = {"float32[M]"}},
      {.op = "Concat",
       .inputs = {"float32[min(N, 2)]", "float32[max(0, N - 3)]"},
       .attributes = {{"axis", 0}},
       .outputs = {"float32[min(N, 2) + max(0, N - 3)]"}},
  });
}

TEST(Concat, Errors) {
  CheckCases({
      {.op = "Concat",
       .inputs = {"float32[2, 3]", "float32[2]"},
       .attributes = {{"axis", 0}},
       .outputs = {"float32[?1, ?2]"},
       .diagnostics = {"ERROR RANK_MISMATCH input 1"}},
      {.op = "Concat",
       .inputs = {"float32[2, 3]", "float32[2, 4]"},
       .attributes = {{"axis", 0}},
       .outputs = {"float32[4, ?1]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
      {.op = "Concat",
       .inputs = {"float32[2]", "float32[2]"},
       .attributes = {{"axis", 1}},
       .outputs = {"float32[?1]"},
       .diagnostics = {"ERROR AXIS_OUT_OF_RANGE"}},
      {.op = "Concat",
       .inputs = {"float32[2]"},
       .outputs = {"?"},
       .diagnostics = {"ERROR MISSING_ATTRIBUTE"}},
      {.op = "Concat",
       .attributes = {{"axis", 0}},
       .outputs = {"?"},
       .diagnostics = {"ERROR WRONG_INPUT_COUNT"}},
      {.op = "Concat",
       .inputs = {"float32[2]", "int64[2]"},
       .attributes = {{"axis", 0}},
       .outputs = {"float32[4]"},
       .diagnostics = {"ERROR ELEMENT_TYPE_MISMATCH"}},
  });
}

TEST(Concat, ByValue) {
  CheckCases({
      {.op = "Concat",
       .inputs = {"int64[1] = {N}", "int64[2] = {-1, 3}"},
       .attributes = {{"axis", 0}},
       .outputs = {"int64[3] = {N, (-1), 3}"}},
      {.op = "Concat",
       .inputs = {"int64[2, 1] = {1, 2}", "int64[2, 2] = {3, 4, 5, 6}"},
       .attributes = {{"axis", 1}},
       .outputs = {"int64[2, 3] = {1, 3, 4, 2, 5, 6}"}},
      // Elements that are not known keep an identity beside known ones.
      {.op = "Concat",
       .inputs = {"int64[1] = {N}", "int64[1]"},
       .attributes = {{"axis", 0}},
       .outputs = {"int64[2] = {N, in1[0]}"}},
      {.op = "Concat",
       .inputs = {"float32[2] = {1, 1}", "float32[2] = {2, N / 2}"},
       .attributes = {{"axis", 0}},
       .outputs = {"float32[4] = {1, 1, 2, N / 2}"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
