// Expected shapes are those of the specification and of onnxruntime.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(ScatterElements, Versions) {
  CheckCases({
      {.op = "Scatter-9",
       .inputs = {"float32[N, 8]", "int64[N, 2]", "float32[N, 2]"},
       .attributes = {{"axis", 1}},
       .outputs = {"float32[N, 8]"}},
      {.op = "Scatter-11",
       .inputs = {"float32[N]", "int64[M]", "float32[2]"},
       .outputs = {"float32[N]"},
       .facts = {"REQUIRED M = 2"}},
      {.op = "ScatterElements-11",
       .inputs = {"int64[3] = {N, 2, 3}", "int64[1] = {-1}", "int64[1] = {M}"},
       .outputs = {"int64[3] = {N, 2, M}"}},
      {.op = "ScatterElements-18",
       .inputs = {"int64[3] = {N, 2, 3}", "int64[1] = {1}", "int64[1] = {M}"},
       .attributes = {{"reduction", "add"}},
       .outputs = {"int64[3]"}},
      {.op = "ScatterElements",
       .inputs = {"float32[N, 8]", "int64[N]", "float32[N]"},
       .outputs = {"float32[N, 8]"},
       .diagnostics = {"ERROR RANK_MISMATCH input 1"}},
      {.op = "ScatterElements",
       .inputs = {"float32[8]", "int64[2]", "float32[3]"},
       .outputs = {"float32[8]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
      {.op = "ScatterElements",
       .inputs = {"float32?", "int64?", "float32?"},
       .outputs = {"float32?"}},
  });
}

TEST(ScatterNd, Versions) {
  CheckCases({
      {.op = "ScatterND-11",
       .inputs = {"float32[N, 4, 5]", "int64[M, 2]", "float32[M, 5]"},
       .outputs = {"float32[N, 4, 5]"}},
      {.op = "ScatterND-16",
       .inputs = {"int64[3] = {N, 2, 3}", "int64[2, 1] = {0, 2}", "int64[2] = {7, M}"},
       .outputs = {"int64[3] = {7, 2, M}"}},
      {.op = "ScatterND",
       .inputs = {"int64[2, 2] = {1, 2, 3, 4}", "int64[1, 1] = {-1}", "int64[1, 2] = {5, 6}"},
       .outputs = {"int64[2, 2] = {1, 2, 5, 6}"}},
      {.op = "ScatterND",
       .inputs = {"float32[4]", "int64[M, 2]", "float32[M]"},
       .outputs = {"float32[4]"},
       .diagnostics = {"ERROR INDEX_TUPLE_TOO_LONG"}},
      {.op = "ScatterND",
       .inputs = {"float32[4, 3]", "int64[2, 1]", "float32[2, 4]"},
       .outputs = {"float32[4, 3]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
  });
}

TEST(TensorScatter, Cache) {
  CheckCases({
      {.op = "TensorScatter-24",
       .inputs = {"float32[N, 8, 128, 64]", "float32[N, 8, S, 64]", "int64[N]"},
       .outputs = {"float32[N, 8, 128, 64]"},
       .facts = {"REQUIRED S <= 128"}},
      {.op = "TensorScatter-24",
       .inputs = {"float32[2, 128, 64]", "float32[3, 1, 64]"},
       .outputs = {"float32[2, 128, 64]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
