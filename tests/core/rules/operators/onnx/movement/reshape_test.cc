// Concrete expectations are those of onnxruntime and numpy; symbolic ones follow
// from the specification.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

// By numpy: what an unknown number is modulo 4 may be 0, which copies 8 of [1, 8, 3].
TEST(Reshape, WhatNoInputDecidesMayCopy) {
  CheckCases({
      {.op = "Reshape-14",
       .inputs = {"float32[1, 8, 3]", "int64[3] = {1, mod(?1, 4), -1}"},
       .outputs = {"float32[1, ?2, ?3]"}},
      {.op = "Reshape-14",
       .inputs = {"float32[1, 8, 3]", "int64[3] = {1, mod(?1, 4) + 1, -1}"},
       .outputs = {"float32[1, mod(?1, 4) + 1, 24//(mod(?1, 4) + 1)]"},
       .facts = {"REQUIRED 24 divisible by mod(?1, 4) + 1"}},
  });
}

TEST(Reshape, Constants) {
  CheckCases({
      {.op = "Reshape-1",
       .inputs = {"float32[2, 3, 4]"},
       .attributes = {{"shape", Ints{0, -1}}},
       .outputs = {"float32[2, 12]"}},
      {.op = "Reshape-5",
       .inputs = {"float32[2, 3, 4]", "int64[2] = {-1, 6}"},
       .outputs = {"float32[4, 6]"}},
      {.op = "Reshape-13",
       .inputs = {"float32[2, 3, 4]", "int64[0] = {}"},
       .outputs = {"float32[]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
      {.op = "Reshape-13", .inputs = {"float32[1, 1]", "int64[0] = {}"}, .outputs = {"float32[]"}},
      {.op = "Reshape-14",
       .inputs = {"float32[0, 3, 4]", "int64[3] = {4, 0, 0}"},
       .attributes = {{"allowzero", 1}},
       .outputs = {"float32[4, 0, 0]"}},
      {.op = "Reshape-14",
       .inputs = {"float32[0, 3, 4]", "int64[2] = {3, -1}"},
       .outputs = {"float32[3, 0]"}},
  });
}

TEST(Reshape, Errors) {
  CheckCases({
      {.op = "Reshape-14",
       .inputs = {"float32[0, 3, 4]", "int64[3] = {4, 0, 0}"},
       .outputs = {"float32[4, 3, 4]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
      {.op = "Reshape-14",
       .inputs = {"float32[0, 3, 4]", "int64[3] = {-1, 0, 4}"},
       .attributes = {{"allowzero", 1}},
       .outputs = {"float32[?1, 0, 4]"},
       .diagnostics = {"ERROR ZERO_BESIDE_INFERRED", "ERROR DIM_MISMATCH"}},
      {.op = "Reshape",
       .inputs = {"float32[2, 3]", "int64[3] = {6, 1, 0}"},
       .outputs = {"float32[6, 1, 1]"},
       .diagnostics = {"ERROR RESHAPE_ZERO_OUT_OF_RANGE input 1 element 2"}},
      {.op = "Reshape",
       .inputs = {"float32[2, 3]", "int64[2] = {-1, -1}"},
       .outputs = {"float32[?1, ?2]"},
       .diagnostics = {"ERROR SEVERAL_INFERRED_DIMS input 1 element 1"}},
      {.op = "Reshape",
       .inputs = {"float32[2, 3]", "int64[2] = {-2, 3}"},
       .outputs = {"float32[2, 3]"},
       .diagnostics = {"ERROR NEGATIVE_SIZE input 1 element 0"}},
      {.op = "Reshape",
       .inputs = {"float32[2, 3]", "int64[2] = {4, -1}"},
       .outputs = {"float32[4, ?1]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
      {.op = "Reshape-1",
       .inputs = {"float32[2, 3]"},
       .outputs = {"?"},
       .diagnostics = {"ERROR MISSING_ATTRIBUTE"}},
  });
}

// Not an error: with N = 1 the element 0 copies the dim.
TEST(Reshape, CountsThatDifferUnlessAnElementIsNoSize) {
  CheckCases({
      {.op = "Reshape",
       .inputs = {"float32[N, 3]", "int64[2] = {N - 1, 3}"},
       .outputs = {"float32[?1, 3]"},
       .facts = {"ASSUMED N - 1 >= 1"},
       .diagnostics = {"WARNING RESHAPE_COUNT_DIFFERS input 1 element 0"}},
  });
}

TEST(Reshape, S13CancelsFactorsOfTheInferredDim) {
  CheckCases({
      // 0 over 0 is nothing: what is cancelled is not 0.
      {.op = "Reshape",
       .inputs = {"float32[N, S, 768]", "int64[4] = {0, -1, 12, 64}"},
       .outputs = {"float32[N, S, 12, 64]"},
       .facts = {"REQUIRED N >= 1"}},
      {.op = "Reshape",
       .inputs = {"float32[N, S, 768]", "int64[2] = {-1, 768}"},
       .outputs = {"float32[N*S, 768]"}},
      {.op = "Reshape",
       .inputs = {"float32[N, S, 768]", "int64[3] = {S, -1, 768}"},
       .outputs = {"float32[S, N, 768]"},
       .facts = {"ASSUMED S >= 1"}},
      {.op = "Reshape",
       .inputs = {"float32[6*N]", "int64[2] = {4, -1}"},
       .outputs = {"float32[4, N + N//2]"},
       .facts = {"REQUIRED 3*N divisible by 2"}},
      {.op = "Reshape",
       .inputs = {"float32[N, C]", "int64[2] = {G, -1}"},
       .symbols = {{"G", "1.."}},
       .outputs = {"float32[G, (N*C)//G]"},
       .facts = {"REQUIRED N*C divisible by G"}},
  });
}

TEST(Reshape, S10ElementsThatMayBeZero) {
  CheckCases({
      // Equal to the dim that 0 would copy: nothing to assume.
      {.op = "Reshape",
       .inputs = {"float32[N, S, 768]", "int64[4] = {N, S, 12, 64}"},
       .outputs = {"float32[N, S, 12, 64]"}},
      {.op = "Reshape",
       .inputs = {"float32[N, S, 768]", "int64[2] = {N*S, 768}"},
       .outputs = {"float32[N*S, 768]"},
       .facts = {"ASSUMED N >= 1", "ASSUMED S >= 1"}},
      // A value symbol is taken to be a size.
      {.op = "Reshape",
       .inputs = {"float32[6]", "int64[2] = {x[0], -1}"},
       .outputs = {"float32[x[0], 6//x[0]]"},
       .facts = {"ASSUMED x[0] >= 1", "REQUIRED 6 divisible by x[0]"}},
      // Whether it is 2*N or -1.
      {.op = "Reshape",
       .inputs = {"float32[N, 6]", "int64[2] = {x[0], 3}"},
       .outputs = {"float32[2*N, 3]"},
       .facts = {"ASSUMED x[0] = 2*N"}},
      {.op = "Reshape",
       .inputs = {"float32[N, 6]", "int64[1]"},
       .outputs = {"float32[6*N]"},
       .facts = {"ASSUMED in1[0] = 6*N"}},
      // An element that the data decide may be -1.
      {.op = "Reshape",
       .inputs = {"float32[N, 6]", "int64[2] = {?, ?}"},
       .outputs = {"float32[?1, ?2]"}},
      {.op = "Reshape",
       .inputs = {"float32[N, 6]", "int64[2] = {?, 3}"},
       .outputs = {"float32[2*N, 3]"}},
      {.op = "Reshape",
       .inputs = {"float32[N, 6]", "int64[2] = {3 - ?, ?}"},
       .outputs = {"float32[?2, ?3]"}},
      // S13: of an empty tensor nothing is taken to be positive.
      {.op = "Reshape",
       .inputs = {"float32[0, 6]", "int64[3] = {N - 2, 0, N}"},
       .outputs = {"float32[?1, 6, ?2]"}},
      {.op = "Reshape-14",
       .inputs = {"float32[N, S]", "int64[2] = {S, N}"},
       .attributes = {{"allowzero", 1}},
       .outputs = {"float32[S, N]"}},
  });
}

TEST(Reshape, S3CountsAreEqual) {
  CheckCases({
      {.op = "Reshape",
       .inputs = {"float32[N, 768]", "int64[3] = {1, 12, 64}"},
       .outputs = {"float32[1, 12, 64]"},
       .facts = {"REQUIRED N = 1"}},
      {.op = "Reshape",
       .inputs = {"float32[N, S]", "int64[2] = {M, S}"},
       .symbols = {{"S", "1.."}, {"M", "1.."}},
       .outputs = {"float32[N, S]"},
       .facts = {"REQUIRED N >= 1", "REQUIRED N = M"}},
  });
}

TEST(Reshape, UnknownRanks) {
  CheckCases({
      {.op = "Reshape",
       .inputs = {"float32?", "int64[2] = {2, -1}"},
       .outputs = {"float32[2, ?1]"}},
      {.op = "Reshape",
       .inputs = {"float32?", "int64[2] = {0, N}"},
       .outputs = {"float32[?1, N]"},
       .facts = {"ASSUMED N >= 1"}},
      {.op = "Reshape",
       .inputs = {"float32[N]", "int64[R]"},
       .symbols = {{"R", "1..3"}},
       .outputs = {"float32 rank 1..3"}},
      {.op = "Reshape", .inputs = {"float32[N]", "int64?"}, .outputs = {"float32?"}},
  });
}

TEST(Reshape, ByValue) {
  CheckCases({
      {.op = "Reshape",
       .inputs = {"int64[4] = {N, 1, 2, 3}", "int64[2] = {-1, 2}"},
       .outputs = {"int64[2, 2] = {N, 1, 2, 3}"}},
      {.op = "Reshape",
       .inputs = {"float32[1] = {0.5}", "int64[0] = {}"},
       .outputs = {"float32[] = {0.5}"}},
  });
}

TEST(Flatten, Versions) {
  CheckCases({
      {.op = "Flatten-1", .inputs = {"float32[N, 3, H, 4]"}, .outputs = {"float32[N, 12*H]"}},
      {.op = "Flatten-9",
       .inputs = {"float32[2, 3, 4]"},
       .attributes = {{"axis", 3}},
       .outputs = {"float32[24, 1]"}},
      {.op = "Flatten-11",
       .inputs = {"float32[2, 3, 4]"},
       .attributes = {{"axis", -1}},
       .outputs = {"float32[6, 4]"}},
      {.op = "Flatten-9",
       .inputs = {"float32[2, 3, 4]"},
       .attributes = {{"axis", -1}},
       .outputs = {"float32[?1, ?2]"},
       .diagnostics = {"ERROR AXIS_OUT_OF_RANGE input 0"}},
      {.op = "Flatten",
       .inputs = {"float32[]"},
       .attributes = {{"axis", 0}},
       .outputs = {"float32[1, 1]"}},
      {.op = "Flatten", .inputs = {"float32?"}, .outputs = {"float32[?1, ?2]"}},
  });
}

TEST(Reshape, TheShapeHasOneAxis) {
  CheckCases({
      {.op = "Reshape-13",
       .inputs = {"float32[3]", "int64[1, 1]"},
       .outputs = {"float32?"},
       .diagnostics = {"ERROR RANK_MISMATCH input 1"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
