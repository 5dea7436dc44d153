// Expected shapes are those of the specification and of onnxruntime.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Gather, Dims) {
  CheckCases({
      {.op = "Gather-1",
       .inputs = {"float32[V, 8]", "int64[N, S]"},
       .outputs = {"float32[N, S, 8]"}},
      {.op = "Gather-11",
       .inputs = {"float32[N, 8]", "int64[]"},
       .attributes = {{"axis", -1}},
       .outputs = {"float32[N]"}},
      // The first position exists.
      {.op = "Gather-13",
       .inputs = {"float32[N, S, 8]", "int64[] = {0}"},
       .attributes = {{"axis", 1}},
       .outputs = {"float32[N, 8]"},
       .facts = {"REQUIRED S >= 1"}},
      {.op = "Gather",
       .inputs = {"float32[S]", "int64[2] = {-3, 1}"},
       .outputs = {"float32[2]"},
       .facts = {"REQUIRED S >= 3"}},
      {.op = "Gather", .inputs = {"float32?", "int64[N]"}, .outputs = {"float32?"}},
      {.op = "Gather",
       .inputs = {"float32[4]", "int64[] = {4}"},
       .outputs = {"float32[]"},
       .diagnostics = {"ERROR INDEX_OUT_OF_RANGE input 1"}},
      {.op = "Gather",
       .inputs = {"float32[4]", "int64[]"},
       .attributes = {{"axis", 1}},
       .outputs = {"float32[]"},
       .diagnostics = {"ERROR AXIS_OUT_OF_RANGE"}},
  });
}

TEST(Gather, ByValue) {
  CheckCases({
      {.op = "Gather",
       .inputs = {"int64[3] = {N, 3, S}", "int64[] = {-1}"},
       .outputs = {"int64[] = {S}"}},
      {.op = "Gather",
       .inputs = {"int64[3] = {N, 3, S}", "int64[2] = {2, 0}"},
       .outputs = {"int64[2] = {S, N}"}},
      {.op = "Gather",
       .inputs = {"int64[2, 2] = {1, 2, 3, 4}", "int64[1] = {1}"},
       .attributes = {{"axis", 1}},
       .outputs = {"int64[2, 1] = {2, 4}"}},
      {.op = "Gather",
       .inputs = {"int64[2] = {N, 3}", "int64[1] = {x[0]}"},
       .outputs = {"int64[1] = {?}"}},
      {.op = "Gather",
       .inputs = {"float32[2] = {0.5, N / 2}", "int64[] = {1}"},
       .outputs = {"float32[] = {N / 2}"}},
  });
}

TEST(GatherElements, Dims) {
  CheckCases({
      {.op = "GatherElements-11",
       .inputs = {"float32[N, 8]", "int64[N, 3]"},
       .attributes = {{"axis", 1}},
       .outputs = {"float32[N, 3]"}},
      {.op = "GatherElements-13",
       .inputs = {"float32[4, 8]", "int64[M, 3]"},
       .attributes = {{"axis", 1}},
       .outputs = {"float32[M, 3]"},
       .facts = {"REQUIRED M <= 4"}},
      {.op = "GatherElements",
       .inputs = {"int64[2, 2] = {1, 2, 3, 4}", "int64[2, 2] = {0, 0, -1, 0}"},
       .attributes = {{"axis", 1}},
       .outputs = {"int64[2, 2] = {1, 1, 4, 3}"}},
      {.op = "GatherElements",
       .inputs = {"float32[4]", "int64[2, 3]"},
       .outputs = {"float32[2, 3]"},
       .diagnostics = {"ERROR RANK_MISMATCH input 1"}},
  });
}

TEST(GatherNd, Dims) {
  CheckCases({
      {.op = "GatherND-11",
       .inputs = {"float32[N, 4, 5]", "int64[M, 2]"},
       .outputs = {"float32[M, 5]"}},
      {.op = "GatherND-12",
       .inputs = {"float32[N, 4, 5]", "int64[N, 3, 1]"},
       .attributes = {{"batch_dims", 1}},
       .outputs = {"float32[N, 3, 5]"}},
      {.op = "GatherND-13",
       .inputs = {"int64[2, 2] = {1, 2, 3, 4}", "int64[2, 2] = {0, 1, -1, 0}"},
       .outputs = {"int64[2] = {2, 3}"}},
      {.op = "GatherND",
       .inputs = {"int64[2, 2] = {1, 2, 3, 4}", "int64[1, 1] = {1}"},
       .outputs = {"int64[1, 2] = {3, 4}"}},
      {.op = "GatherND",
       .inputs = {"float32[N, 4]", "int64[M, K]"},
       .outputs = {"float32?"},
       .facts = {"REQUIRED K >= 1", "REQUIRED K <= 2"}},
      {.op = "GatherND",
       .inputs = {"float32[N]", "int64[M, 2]"},
       .outputs = {"float32?"},
       .diagnostics = {"ERROR INDEX_TUPLE_TOO_LONG"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
