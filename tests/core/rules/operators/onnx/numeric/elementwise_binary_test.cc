// Expected shapes and elements are numpy's and onnxruntime's.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(ElementwiseBinary, S1Broadcasts) {
  CheckCases({
      {.op = "Add", .inputs = {"float32[2, 3]", "float32[3]"}, .outputs = {"float32[2, 3]"}},
      {.op = "Add", .inputs = {"float32[]", "float32[2, 1]"}, .outputs = {"float32[2, 1]"}},
      {.op = "Sub", .inputs = {"float32[N, 1]", "float32[1, M]"}, .outputs = {"float32[N, M]"}},
      // It is not the maximum: 0 and 1 give 0.
      {.op = "Add", .inputs = {"float32[0]", "float32[1]"}, .outputs = {"float32[0]"}},
      {.op = "Add",
       .inputs = {"float32[2, ?]", "float32[?, 5]"},
       .outputs = {"float32[2, 5]"},
       .facts = {"REQUIRED broadcastable(2, ?2)", "REQUIRED broadcastable(?1, 5)"}},
      {.op = "Mul",
       .inputs = {"float32[N]", "float32[M]"},
       .outputs = {"float32[broadcast(N, M)]"},
       .facts = {"REQUIRED broadcastable(N, M)"}},
      // The same dim broadcasts with itself, whatever it is.
      {.op = "Div", .inputs = {"float32[N, 3]", "float32[N, 3]"}, .outputs = {"float32[N, 3]"}},
      {.op = "Mul", .inputs = {"float32[N + 2]", "float32[1]"}, .outputs = {"float32[N + 2]"}},
  });
}

TEST(ElementwiseBinary, S1AnIntervalWithoutOneWins) {
  CheckCases({
      {.op = "Add",
       .inputs = {"float32[N]", "float32[M]"},
       .symbols = {{"N", "2..8"}},
       .outputs = {"float32[N]"},
       .facts = {"REQUIRED broadcastable(N, M)"}},
      // Neither can be 1: they are equal.
      {.op = "Add",
       .inputs = {"float32[N]", "float32[M]"},
       .symbols = {{"N", "2..8"}, {"M", "3..9"}},
       .outputs = {"float32[N]"},
       .facts = {"REQUIRED N >= 3", "REQUIRED N = M"}},
      {.op = "Add",
       .inputs = {"float32[N]", "float32[M]"},
       .symbols = {{"N", "2..3"}, {"M", "4..9"}},
       .outputs = {"float32[?1]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 0"}},
  });
}

TEST(ElementwiseBinary, ReportsWhatCannotBroadcast) {
  CheckCases({
      {.op = "Add",
       .inputs = {"float32[0]", "float32[3]"},
       .outputs = {"float32[?1]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 0"}},
      {.op = "Mul",
       .inputs = {"float32[4, 2, N]", "float32[3, N]"},
       .outputs = {"float32[4, ?1, N]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 1"}},
      {.op = "Add",
       .inputs = {"float32[2]", "int64[2]"},
       .outputs = {"float32[2]"},
       .diagnostics = {"ERROR ELEMENT_TYPE_MISMATCH input 1"}},
  });
}

TEST(ElementwiseBinary, UnknownRanks) {
  CheckCases({
      {.op = "Add", .inputs = {"float32?", "float32[2, 3]"}, .outputs = {"float32 rank 2.."}},
      {.op = "Add", .inputs = {"float32?", "float32?"}, .outputs = {"float32?"}},
      {.op = "Less", .inputs = {"?", "float32[2]"}, .outputs = {"bool rank 1.."}},
  });
}

TEST(ElementwiseBinary, VersionsBefore7KeepTheFirstShape) {
  CheckCases({
      {.op = "Add-6",
       .inputs = {"float32[2, 3, 4]", "float32[3]"},
       .attributes = {{"broadcast", 1}, {"axis", 1}},
       .outputs = {"float32[2, 3, 4]"}},
      {.op = "Greater-1", .inputs = {"float32[2, N]", "float32[2, N]"}, .outputs = {"bool[2, N]"}},
  });
}

// S10: elements that are not known get names of their own where it helps.
TEST(ElementwiseBinary, S10Elements) {
  CheckCases({
      {.op = "Add",
       .inputs = {"int64[2] = {N, -1}", "int64[2] = {5, M}"},
       .outputs = {"int64[2] = {N + 5, M - 1}"}},
      {.op = "Mul",
       .inputs = {"int64[1] = {N}", "int64[3] = {1, 2, 3}"},
       .outputs = {"int64[3] = {N, 2*N, 3*N}"}},
      {.op = "Sub",
       .inputs = {"int64[2, 1] = {N, M}", "int64[2] = {1, 2}"},
       .outputs = {"int64[2, 2] = {N - 1, N - 2, M - 1, M - 2}"}},
      {.op = "Add",
       .inputs = {"int64[2] = {x[0], x[1]}", "int64[2]"},
       .outputs = {"int64[2] = {x[0] + in1[0], x[1] + in1[1]}"}},
      {.op = "Add", .inputs = {"int64[2]", "int64[2]"}, .outputs = {"int64[2]"}},
      // uint8 arithmetic wraps: 200 + 100 is 44.
      {.op = "Add",
       .inputs = {"uint8[1] = {200}", "uint8[1] = {100}"},
       .outputs = {"uint8[1] = {?}"}},
      {.op = "Add",
       .inputs = {"uint8[1] = {20}", "uint8[1] = {100}"},
       .outputs = {"uint8[1] = {120}"}},
      {.op = "Add",
       .inputs = {"int32[1] = {x[0]}", "int32[1] = {1}"},
       .outputs = {"int32[1] = {x[0] + 1}"},
       .facts = {"ASSUMED x[0] + 1 <= 2147483647"}},
      {.op = "Pow",
       .inputs = {"int64[2] = {2, N}", "int64[] = {3}"},
       .outputs = {"int64[2] = {8, N*N*N}"}},
      {.op = "Pow",
       .inputs = {"int64[2] = {2, -3}", "int64[1] = {0}"},
       .outputs = {"int64[2] = {1, 1}"}},
  });
}

TEST(ElementwiseBinary, S11DivisionTruncates) {
  CheckCases({
      {.op = "Div",
       .inputs = {"int64[4] = {7, -7, 7, -7}", "int64[4] = {2, 2, -2, -2}"},
       .outputs = {"int64[4] = {3, (-3), (-3), 3}"}},
      // Of what is surely not negative it is the floor.
      {.op = "Div",
       .inputs = {"int64[1] = {N}", "int64[] = {2}"},
       .outputs = {"int64[1] = {N//2}"}},
      {.op = "Div",
       .inputs = {"int64[1] = {x[0]}", "int64[] = {2}"},
       .outputs = {"int64[1] = {truncdiv(x[0], 2)}"}},
      {.op = "Div",
       .inputs = {"int64[1] = {6}", "int64[] = {N}"},
       .outputs = {"int64[1] = {6//N}"},
       .facts = {"REQUIRED N >= 1"}},
      // onnxruntime does not load or run any of the following, of tensors without elements either.
      {.op = "Div",
       .inputs = {"int64[1] = {6}", "int64[] = {0}"},
       .outputs = {"int64[1] = {?}"},
       .diagnostics = {"ERROR DIM_MISMATCH input 1 element 0"}},
      {.op = "Mod",
       .inputs = {"int64[2] = {6, 7}", "int64[2] = {2, 0}"},
       .outputs = {"int64[2] = {0, ?}"},
       .diagnostics = {"ERROR DIM_MISMATCH input 1 element 1"}},
      // The elements of an input become symbols.
      {.op = "Div",
       .inputs = {"int64[1] = {N}", "int64[1]"},
       .outputs = {"int64[1] = {truncdiv(N, in1[0])}"},
       .facts = {"REQUIRED in1[0] != 0"}},
      // Also where nothing is known of what is divided.
      {.op = "Div",
       .inputs = {"int64[N]", "int64[1] = {x[0]}"},
       .outputs = {"int64[N]"},
       .facts = {"REQUIRED x[0] != 0"}},
      {.op = "Mod",
       .inputs = {"int32[1]", "int32[2]"},
       .outputs = {"int32[2] = {mod(in0[0], in1[0]), mod(in0[0], in1[1])}"},
       .facts = {"REQUIRED in1[0] != 0", "REQUIRED in1[1] != 0"}},
  });
}

TEST(ElementwiseBinary, S11ModTakesTheDivisorsSign) {
  CheckCases({
      {.op = "Mod",
       .inputs = {"int64[4] = {7, -7, 7, -7}", "int64[4] = {3, 3, -3, -3}"},
       .outputs = {"int64[4] = {1, 2, (-2), (-1)}"}},
      {.op = "Mod",
       .inputs = {"int64[4] = {7, -7, 7, -7}", "int64[4] = {3, 3, -3, -3}"},
       .attributes = {{"fmod", 1}},
       .outputs = {"int64[4] = {1, (-1), 1, (-1)}"}},
      {.op = "Mod",
       .inputs = {"int64[1] = {N}", "int64[1] = {4}"},
       .outputs = {"int64[1] = {mod(N, 4)}"}},
  });
}

TEST(ElementwiseBinary, ComparesElements) {
  CheckCases({
      {.op = "Equal",
       .inputs = {"int64[4] = {3, 3, N, N + 1}", "int64[4] = {3, 4, M, N}"},
       .outputs = {"bool[4] = {1, 0, min(max(0, min(M - N + 1, N - M + 1)), 1), 0}"}},
      {.op = "Less",
       .inputs = {"int64[3] = {N, N, N}", "int64[3] = {-1, N + 1, 5}"},
       .outputs = {"bool[3] = {0, 1, min(max(0, 5 - N), 1)}"}},
      {.op = "GreaterOrEqual",
       .inputs = {"int64[2] = {N, x[0]}", "int64[1] = {0}"},
       .outputs = {"bool[2] = {1, min(max(0, x[0] + 1), 1)}"}},
      {.op = "LessOrEqual",
       .inputs = {"int64[1] = {N}", "int64[1] = {N}"},
       .outputs = {"bool[1] = {1}"}},
      {.op = "Greater", .inputs = {"float32[N]", "float32[N]"}, .outputs = {"bool[N]"}},
  });
}

TEST(ElementwiseBinary, CombinesBools) {
  CheckCases({
      {.op = "And",
       .inputs = {"bool[4] = {1, 0, 1, ?}", "bool[4] = {1, 1, 0, 0}"},
       .outputs = {"bool[4] = {1, 0, 0, 0}"}},
      {.op = "Or",
       .inputs = {"bool[3] = {0, 0, ?}", "bool[3] = {0, 1, 1}"},
       .outputs = {"bool[3] = {0, 1, 1}"}},
      {.op = "Xor",
       .inputs = {"bool[3] = {1, 0, ?}", "bool[1] = {1}"},
       .outputs = {"bool[3] = {0, 1, ?}"}},
  });
}

// Values as numpy's shifts and bit operations give them.
TEST(ElementwiseBinary, Bits) {
  CheckCases({
      {.op = "BitShift-11",
       .inputs = {"uint64[2] = {N, 12}", "uint64[2] = {3, 2}"},
       .attributes = {{"direction", "RIGHT"}},
       .outputs = {"uint64[2] = {N//8, 3}"}},
      {.op = "BitShift-28",
       .inputs = {"uint64[2] = {N, 12}", "uint64[] = {3}"},
       .attributes = {{"direction", "LEFT"}},
       .outputs = {"uint64[2] = {8*N, 96}"}},
      // 200 * 2 is more than uint8 holds.
      {.op = "BitShift-11",
       .inputs = {"uint8[2] = {200, 3}", "uint8[] = {1}"},
       .attributes = {{"direction", "LEFT"}},
       .outputs = {"uint8[2] = {?, 6}"}},
      {.op = "BitwiseAnd-18",
       .inputs = {"int64[2] = {-2, N}", "int64[] = {7}"},
       .outputs = {"int64[2] = {6, ?}"}},
      {.op = "BitwiseOr-18",
       .inputs = {"uint8[2] = {12, 1}", "uint8[] = {3}"},
       .outputs = {"uint8[2] = {15, 3}"}},
      {.op = "BitwiseXor-18",
       .inputs = {"int32[2] = {12, -1}", "int32[] = {10}"},
       .outputs = {"int32[2] = {6, (-11)}"}},
      {.op = "BitwiseNot-18",
       .inputs = {"int64[2] = {5, N}"},
       .outputs = {"int64[2] = {(-6), -N - 1}"}},
      {.op = "BitwiseNot-18", .inputs = {"uint8[1] = {5}"}, .outputs = {"uint8[1] = {250}"}},
  });
}

TEST(ElementwiseBinary, KeepsTheFirstType) {
  CheckCases({
      {.op = "PRelu",
       .inputs = {"float32[N, 3, 4]", "float32[3, 1]"},
       .outputs = {"float32[N, 3, 4]"}},
      {.op = "Pow-13", .inputs = {"float32[N]", "int64[]"}, .outputs = {"float32[N]"}},
      {.op = "BitShift", .inputs = {"uint8[N]", "uint8[1]"}, .outputs = {"uint8[N]"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
