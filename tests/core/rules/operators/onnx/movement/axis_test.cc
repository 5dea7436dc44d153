// Expected shapes are those of the specification and of onnxruntime.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Squeeze, Axes) {
  CheckCases({
      {.op = "Squeeze-1",
       .inputs = {"float32[1, N, 1]"},
       .attributes = {{"axes", Ints{0}}},
       .outputs = {"float32[N, 1]"}},
      {.op = "Squeeze-11",
       .inputs = {"float32[1, N, 1]"},
       .attributes = {{"axes", Ints{-1}}},
       .outputs = {"float32[1, N]"}},
      {.op = "Squeeze-13",
       .inputs = {"float32[1, N, 1]", "int64[2] = {0, -1}"},
       .outputs = {"float32[N]"}},
      {.op = "Squeeze-13",
       .inputs = {"float32[N, 2]", "int64[1] = {0}"},
       .outputs = {"float32[2]"},
       .facts = {"REQUIRED N = 1"}},
      {.op = "Squeeze-13", .inputs = {"float32[1, 3, 1]"}, .outputs = {"float32[3]"}},
      // N may be 1 too.
      {.op = "Squeeze-13", .inputs = {"float32[1, N, 3]"}, .outputs = {"float32 rank 1..2"}},
      // onnxruntime squeezes all, the reference none.
      {.op = "Squeeze-13",
       .inputs = {"float32[1, 3]", "int64[0] = {}"},
       .outputs = {"float32 rank ..2"}},
      {.op = "Squeeze-13",
       .inputs = {"float32[1, 3]", "int64[1]"},
       .outputs = {"float32 rank ..2"}},
      {.op = "Squeeze", .inputs = {"float32?"}, .outputs = {"float32?"}},
      {.op = "Squeeze",
       .inputs = {"int64[1] = {N}", "int64[1] = {0}"},
       .outputs = {"int64[] = {N}"}},
      {.op = "Squeeze",
       .inputs = {"float32[2, 3]", "int64[1] = {0}"},
       .outputs = {"float32[3]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 0"}},
      {.op = "Squeeze",
       .inputs = {"float32[1]", "int64[1] = {1}"},
       .outputs = {"float32?"},
       .diagnostics = {"ERROR AXIS_OUT_OF_RANGE"}},
  });
}

// S10: elements of the model's inputs are symbols wherever they move.
TEST(Squeeze, ValueSymbols) {
  CheckCases({
      {.op = "Squeeze",
       .inputs = {"int64[1]", "int64[1] = {0}"},
       .outputs = {"int64[] = {in0[0]}"}},
      {.op = "Unsqueeze",
       .inputs = {"int64[]", "int64[1] = {0}"},
       .outputs = {"int64[1] = {in0[]}"}},
      {.op = "Reshape",
       .inputs = {"int64[]", "int64[1] = {-1}"},
       .outputs = {"int64[1] = {in0[]}"}},
      {.op = "Cast",
       .inputs = {"int32[1]"},
       .attributes = {{"to", 7}},
       .outputs = {"int64[1] = {in0[0]}"}},
      {.op = "Gather", .inputs = {"int64[2]", "int64[] = {1}"}, .outputs = {"int64[] = {in0[1]}"}},
      // Data, not a shape.
      {.op = "Reshape", .inputs = {"int64[1, 2]", "int64[1] = {-1}"}, .outputs = {"int64[2]"}},
  });
}

TEST(Unsqueeze, Axes) {
  CheckCases({
      {.op = "Unsqueeze-1",
       .inputs = {"float32[N, 3]"},
       .attributes = {{"axes", Ints{0, 3}}},
       .outputs = {"float32[1, N, 3, 1]"}},
      {.op = "Unsqueeze-11",
       .inputs = {"float32[N]"},
       .attributes = {{"axes", Ints{-1}}},
       .outputs = {"float32[N, 1]"}},
      {.op = "Unsqueeze-13",
       .inputs = {"float32[N]", "int64[2] = {2, 0}"},
       .outputs = {"float32[1, N, 1]"}},
      {.op = "Unsqueeze",
       .inputs = {"int64[] = {N}", "int64[1] = {0}"},
       .outputs = {"int64[1] = {N}"}},
      {.op = "Unsqueeze", .inputs = {"float32[N]", "int64[2]"}, .outputs = {"float32[?1, ?2, ?3]"}},
      {.op = "Unsqueeze",
       .inputs = {"float32 rank 1..2", "int64[1] = {0}"},
       .outputs = {"float32 rank 2..3"}},
      {.op = "Unsqueeze",
       .inputs = {"float32[N]", "int64[2] = {0, 0}"},
       .outputs = {"float32?"},
       .diagnostics = {"ERROR DUPLICATE_AXIS"}},
      {.op = "Unsqueeze",
       .inputs = {"float32[N]", "int64[1] = {2}"},
       .outputs = {"float32?"},
       .diagnostics = {"ERROR AXIS_OUT_OF_RANGE"}},
      {.op = "Unsqueeze-11",
       .inputs = {"float32[N]"},
       .outputs = {"float32?"},
       .diagnostics = {"ERROR MISSING_AXES"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
