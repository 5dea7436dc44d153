// Expected shapes are those of the specification and of onnxruntime.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Transpose, Dims) {
  CheckCases({
      {.op = "Transpose-1", .inputs = {"float32[N, 3, H]"}, .outputs = {"float32[H, 3, N]"}},
      {.op = "Transpose-13",
       .inputs = {"float32[N, S, 12, 64]"},
       .attributes = {{"perm", Ints{0, 2, 1, 3}}},
       .outputs = {"float32[N, 12, S, 64]"}},
      {.op = "Transpose-21",
       .inputs = {"int64[2, 3] = {1, 2, 3, 4, N, 6}"},
       .outputs = {"int64[3, 2] = {1, 4, 2, N, 3, 6}"}},
      {.op = "Transpose",
       .inputs = {"float32?"},
       .attributes = {{"perm", Ints{1, 0}}},
       .outputs = {"float32[?1, ?2]"}},
      {.op = "Transpose", .inputs = {"float32?"}, .outputs = {"float32?"}},
      {.op = "Transpose",
       .inputs = {"float32[2, 3]"},
       .attributes = {{"perm", Ints{0, 0}}},
       .outputs = {"float32[?1, ?2]"},
       .diagnostics = {"ERROR BAD_PERMUTATION input 0"}},
  });
}

TEST(DepthToSpace, Dims) {
  CheckCases({
      {.op = "DepthToSpace-1",
       .inputs = {"float32[N, 8, H, W]"},
       .attributes = {{"blocksize", 2}},
       .outputs = {"float32[N, 2, 2*H, 2*W]"}},
      {.op = "DepthToSpace-13",
       .inputs = {"float32[1, 7, 2, 2]"},
       .attributes = {{"blocksize", 2}},
       .outputs = {"float32[1, ?1, 4, 4]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 1"}},
      {.op = "DepthToSpace-11",
       .inputs = {"float32[1, 8, 2]"},
       .attributes = {{"blocksize", 2}},
       .outputs = {"float32[?1, ?2, ?3, ?4]"},
       .diagnostics = {"ERROR RANK_MISMATCH input 0"}},
      {.op = "DepthToSpace",
       .inputs = {"float32[1, 8, 2, 2]"},
       .outputs = {"float32[?1, ?2, ?3, ?4]"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE"}},
      {.op = "SpaceToDepth-1",
       .inputs = {"float32[N, 3, H, 4]"},
       .attributes = {{"blocksize", 2}},
       .outputs = {"float32[N, 12, H//2, 2]"},
       .facts = {"REQUIRED H divisible by 2"}},
      {.op = "SpaceToDepth-13",
       .inputs = {"float32?"},
       .attributes = {{"blocksize", 2}},
       .outputs = {"float32[?1, ?2, ?3, ?4]"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
