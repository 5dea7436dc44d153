// Expected shapes and elements are numpy's and onnxruntime's.
#include "gtest/gtest.h"
#include "tests/core/ops/rule_tester.h"

namespace shapewright::ops {
namespace {

TEST(ElementwiseBinary, S1Broadcasts) {
  CheckCases({
      {.op = "Add", .inputs = {"float32[2, 3]", "float32[3]"}, .outputs = {"float32[2, 3]"}},
      {.op = "Add", .inputs = {"float32[0]", "float32[1]"}, .outputs = {"float32[0]"}},
      {.op = "Add",
       .inputs = {"float32[2, ?]", "float32[?, 5]"},
       .outputs = {"float32[2, 5]"},
       .facts = {"REQUIRED broadcastable(2, ?2)", "REQUIRED broadcastable(?1, 5)"}},
      {.op = "Mul",
       .inputs = {"float32[N]", "float32[M]"},
       .outputs = {"float32[broadcast(N, M)]"},
       .facts = {"REQUIRED broadcastable(N, M)"}},
      {.op = "Add",
       .inputs = {"float32[0]", "float32[3]"},
       .outputs = {"float32[?1]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 0"}},
  });
}

}  // namespace
}  // namespace shapewright::ops
