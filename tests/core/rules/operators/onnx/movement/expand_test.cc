// Expected shapes are those of onnxruntime.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Expand, BothWays) {
  CheckCases({
      {.op = "Expand-8",
       .inputs = {"float32[3, 1]", "int64[3] = {2, 1, 6}"},
       .outputs = {"float32[2, 3, 6]"}},
      {.op = "Expand-13",
       .inputs = {"float32[1, S]", "int64[2] = {N, 1}"},
       .outputs = {"float32[N, S]"}},
      {.op = "Expand", .inputs = {"float32[3, 1]", "int64[0] = {}"}, .outputs = {"float32[3, 1]"}},
      {.op = "Expand",
       .inputs = {"float32[3, 1]", "int64[2] = {3, 0}"},
       .outputs = {"float32[3, 0]"}},
      // S1: never max, and no equality.
      {.op = "Expand",
       .inputs = {"float32[N]", "int64[1] = {M}"},
       .outputs = {"float32[broadcast(N, M)]"},
       .facts = {"REQUIRED broadcastable(N, M)"}},
      {.op = "Expand",
       .inputs = {"float32[1]", "int64[1] = {x[0]}"},
       .outputs = {"float32[x[0]]"},
       .facts = {"REQUIRED x[0] >= 0"}},
      {.op = "Expand",
       .inputs = {"float32[1, 3]", "int64[2]"},
       .outputs = {"float32[in1[0], 3]"},
       .facts = {"REQUIRED in1[0] >= 0", "REQUIRED in1[1] >= 0",
                 "REQUIRED broadcastable(3, in1[1])"}},
      {.op = "Expand",
       .inputs = {"float32[2]", "int64[R]"},
       .symbols = {{"R", "1..4"}},
       .outputs = {"float32 rank 1..4"}},
      {.op = "Expand",
       .inputs = {"int64[1] = {N}", "int64[1] = {2}"},
       .outputs = {"int64[2] = {N, N}"}},
      {.op = "Expand",
       .inputs = {"float32[3, 1]", "int64[2] = {0, 4}"},
       .outputs = {"float32[?1, 4]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 0"}},
      {.op = "Expand",
       .inputs = {"float32[3, 1]", "int64[2] = {3, -1}"},
       .outputs = {"float32[3, ?1]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 1 element 1"}},
  });
}

TEST(Tile, Versions) {
  CheckCases({
      {.op = "Tile-1",
       .inputs = {"float32[2, N]", "int64[] = {3}", "int64[] = {1}"},
       .outputs = {"float32[2, 3*N]"}},
      {.op = "Tile-6",
       .inputs = {"float32[2, N]", "int64[2] = {M, 2}"},
       .outputs = {"float32[2*M, 2*N]"}},
      {.op = "Tile-13",
       .inputs = {"int64[2] = {N, 3}", "int64[1] = {2}"},
       .outputs = {"int64[4] = {N, 3, N, 3}"}},
      {.op = "Tile",
       .inputs = {"float32[3, 1]", "int64[2] = {0, 2}"},
       .outputs = {"float32[0, 2]"}},
      {.op = "Tile",
       .inputs = {"float32?", "int64[2]"},
       .outputs = {"float32[?1, ?2]"},
       .facts = {"REQUIRED in1[0] >= 0", "REQUIRED in1[1] >= 0"}},
      {.op = "Tile",
       .inputs = {"float32[3, 1]", "int64[1] = {2}"},
       .outputs = {"float32[?1, ?2]"},
       .diagnostics = {"ERROR WRONG_REPEATS input 1"}},
      {.op = "Tile",
       .inputs = {"float32[3]", "int64[1] = {-1}"},
       .outputs = {"float32[3*?1]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 1 element 0"}},
  });
}

TEST(Expand, TheShapeHasOneAxis) {
  CheckCases({
      {.op = "Expand-13",
       .inputs = {"float32[3]", "int64[1, 2]"},
       .outputs = {"float32?"},
       .diagnostics = {"ERROR RANK_MISMATCH input 1"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
