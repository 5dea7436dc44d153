// Expected shapes are those of the specification and of onnxruntime.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Variadic, Shapes) {
  CheckCases({
      {.op = "Max-8",
       .inputs = {"float32[N, 1]", "float32[3]", "float32[1, 1, 1]"},
       .outputs = {"float32[1, N, 3]"}},
      {.op = "Sum-13", .inputs = {"float32[N]"}, .outputs = {"float32[N]"}},
      {.op = "Mean-8", .inputs = {"float32[N, 1]", "float32[1, 4]"}, .outputs = {"float32[N, 4]"}},
      // No broadcasting before version 8.
      {.op = "Sum-6",
       .inputs = {"float32[N]", "float32[3]"},
       .outputs = {"float32[3]"},
       .facts = {"REQUIRED N = 3"}},
      {.op = "Min-1",
       .inputs = {"float32[2]", "float32[2, 2]"},
       .outputs = {"float32[2]"},
       .diagnostics = {"ERROR RANK_MISMATCH input 1"}},
      {.op = "Max",
       .inputs = {"float32[2]", "float32[3]"},
       .outputs = {"float32[?1]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
      {.op = "Max", .outputs = {"?"}, .diagnostics = {"ERROR WRONG_INPUT_COUNT"}},
      {.op = "Mean",
       .inputs = {"float32[2]", "float64[2]"},
       .outputs = {"float32[2]"},
       .diagnostics = {"ERROR ELEMENT_TYPE_MISMATCH"}},
      {.op = "SwiGLU-28",
       .inputs = {"float32[N, 4]", "float32[2, 4]"},
       .outputs = {"float32[2, 4]"},
       .facts = {"REQUIRED N = 2"}},
  });
}

TEST(Variadic, ByValue) {
  CheckCases({
      {.op = "Max-12",
       .inputs = {"int64[2] = {N, 3}", "int64[] = {4}"},
       .outputs = {"int64[2] = {max(4, N), 4}"}},
      {.op = "Min-13",
       .inputs = {"int64[1] = {N}", "int64[1] = {8}", "int64[1] = {M}"},
       .outputs = {"int64[1] = {min(N, M, 8)}"}},
      {.op = "Min",
       .inputs = {"float32[2] = {0.5, N}", "float32[] = {2.5}"},
       .outputs = {"float32[2] = {0.5, min(2*N, 5) / 2}"}},
      {.op = "Sum",
       .inputs = {"float32[1] = {1.5}", "float32[1] = {2}", "float32[1] = {3}"},
       .outputs = {"float32[1] = {6.5}"}},
  });
}

// After an error the operands need not fit the result.
TEST(Variadic, OperandsThatDoNotFit) {
  CheckCases({
      {.op = "Min",
       .inputs = {"int64[2] = {1, 2}", "int64[3] = {1, 2, 3}", "int64[4] = {1, 2, 3, 4}"},
       .outputs = {"int64[4]"},
       .facts = {"REQUIRED broadcastable(?1, 4)"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
      {.op = "Where",
       .inputs = {"bool[3] = {1, 0, 0}", "int64[2] = {1, 2}", "int64[4] = {1, 2, 3, 4}"},
       .outputs = {"int64[4]"},
       .facts = {"REQUIRED broadcastable(?1, 4)"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
  });
}

TEST(Where, ByValue) {
  CheckCases({
      {.op = "Where-9",
       .inputs = {"bool[N, 1]", "float32[4]", "float32[]"},
       .outputs = {"float32[N, 4]"}},
      {.op = "Where-16",
       .inputs = {"bool[3] = {1, 0, 0}", "int64[3] = {1, 1, 1}", "int64[3] = {-1, N, 3}"},
       .outputs = {"int64[3] = {1, N, 3}"}},
      {.op = "Where",
       .inputs = {"bool[1] = {0}", "int64[1]", "int64[1] = {N}"},
       .outputs = {"int64[1] = {N}"}},
      // Not known which: one of both.
      {.op = "Where",
       .inputs = {"bool[2] = {?, ?}", "int64[2] = {2, N}", "int64[2] = {5, N}"},
       .outputs = {"int64[2] = {?1, N}"}},
      {.op = "Where",
       .inputs = {"bool[1] = {b[0]}", "int64[1] = {7}", "int64[1] = {5}"},
       .outputs = {"int64[1] = {2*b[0] + 5}"}},
      {.op = "Where",
       .inputs = {"bool[1] = {b[0]}", "int64[1] = {N}", "int64[1] = {M}"},
       .outputs = {"int64[1] = {if(b[0], N, M)}"}},
      // What Greater and LessOrEqual make of M and N: the larger, the smaller.
      {.op = "Where",
       .inputs = {"bool[1] = {min(max(0, M - N), 1)}", "int64[1] = {M}", "int64[1] = {N}"},
       .outputs = {"int64[1] = {max(M, N)}"}},
      {.op = "Where",
       .inputs = {"bool[1] = {min(max(0, N - M + 1), 1)}", "int64[1] = {M}", "int64[1] = {N}"},
       .outputs = {"int64[1] = {min(N, M)}"}},
      {.op = "Where",
       .inputs = {"bool[2] = {1, 0}", "float32[] = {0.5}", "float32[2] = {1, N}"},
       .outputs = {"float32[2] = {0.5, N}"}},
      {.op = "Where",
       .inputs = {"bool[2]", "float32[3]", "float32[]"},
       .outputs = {"float32[?1]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
  });
}

TEST(Clip, Versions) {
  CheckCases({
      {.op = "Clip-6",
       .inputs = {"float32[3] = {-1, 0.5, 3}"},
       .attributes = {{"min", 0.0}, {"max", 1.0}},
       .outputs = {"float32[3] = {0, 0.5, 1}"}},
      {.op = "Clip-11",
       .inputs = {"float32[1] = {N}", "float32[] = {1}"},
       .outputs = {"float32[1] = {max(1, N)}"}},
      {.op = "Clip-12",
       .inputs = {"int64[2] = {N, 9}", "int64[] = {1}", "int64[] = {8}"},
       .outputs = {"int64[2] = {min(max(1, N), 8), 8}"}},
      {.op = "Clip-13", .inputs = {"int64[1] = {N}", "", "int64[]"}, .outputs = {"int64[1] = {?}"}},
      {.op = "Clip", .inputs = {"float32[N, 3]"}, .outputs = {"float32[N, 3]"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
