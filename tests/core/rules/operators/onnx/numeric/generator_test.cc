// Expected shapes are those of the specification and of onnxruntime.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

// onnxruntime gives 11 elements for N = 7: it divides in double, where float32 gives 10.
TEST(Range, S14CountsInDouble) {
  CheckCases({
      // onnxruntime and the reference: 4 elements.
      {.op = "Range",
       .inputs = {"float32[] = {0}", "float32[] = {0.300000011920929}",
                  "float32[] = {0.100000001490116}"},
       .outputs = {"float32[4]"}},
      // And 6 and 6 where the difference of floats gives 7 and 5.
      {.op = "Range",
       .inputs = {"float32[] = {-0.200000002980232}", "float32[] = {0.400000005960464}",
                  "float32[] = {0.100000001490116}"},
       .outputs = {"float32[6]"}},
      {.op = "Range",
       .inputs = {"float32[] = {-0.200000002980232}", "float32[] = {0.300000011920929}",
                  "float32[] = {0.100000001490116}"},
       .outputs = {"float32[6]"}},
      {.op = "Range",
       .inputs = {"float16[] = {0}", "float16[] = {0.300048828125}",
                  "float16[] = {0.0999755859375}"},
       .outputs = {"float16[4]"}},
      {.op = "Range",
       .inputs = {"float32[] = {0}", "float32[] = {N}", "float32[] = {0.699999988079071}"},
       .outputs = {"float32[t1]"},
       .facts = {"ASSUMED N <= 16777216", "ASSUMED N <= 9007199254740992"}},
  });
}

TEST(Range, S12Integers) {
  CheckCases({
      {.op = "Range-11",
       .inputs = {"int64[] = {3}", "int64[] = {9}", "int64[] = {3}"},
       .outputs = {"int64[2] = {3, 6}"}},
      {.op = "Range-11",
       .inputs = {"int64[] = {10}", "int64[] = {4}", "int64[] = {-2}"},
       .outputs = {"int64[3] = {10, 8, 6}"}},
      {.op = "Range-27",
       .inputs = {"int32[] = {5}", "int32[] = {2}", "int32[] = {1}"},
       .outputs = {"int32[0] = {}"}},
      {.op = "Range",
       .inputs = {"int64[] = {0}", "int64[] = {N}", "int64[] = {1}"},
       .outputs = {"int64[N]"}},
      {.op = "Range",
       .inputs = {"int64[] = {P}", "int64[] = {P + S}", "int64[] = {1}"},
       .outputs = {"int64[S]"}},
      {.op = "Range",
       .inputs = {"int64[] = {P}", "int64[] = {S}", "int64[] = {1}"},
       .outputs = {"int64[max(0, S - P)]"}},
      {.op = "Range",
       .inputs = {"int64[] = {0}", "int64[] = {N}", "int64[] = {4}"},
       .outputs = {"int64[ceildiv(N, 4)]"}},
      {.op = "Range",
       .inputs = {"int64[] = {N}", "int64[] = {N + 2}", "int64[] = {1}"},
       .outputs = {"int64[2] = {N, N + 1}"}},
      {.op = "Range",
       .inputs = {"int64[] = {0}", "int64[] = {N}", "int64[] = {0}"},
       .outputs = {"int64[?1]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 2 element 0"}},
  });
}

TEST(Range, S14Floats) {
  CheckCases({
      {.op = "Range",
       .inputs = {"float32[] = {0}", "float32[] = {1}", "float32[] = {0.25}"},
       .outputs = {"float32[4]"}},
      // float32 gives 10, exact arithmetic on the rounded 0.1 too.
      {.op = "Range",
       .inputs = {"float32[] = {0}", "float32[] = {N}", "float32[] = {1}"},
       .outputs = {"float32[N]"},
       .facts = {"ASSUMED N <= 16777216", "ASSUMED N <= 9007199254740992"}},
      {.op = "Range",
       .inputs = {"float32[] = {0}", "float32[] = {N}", "float32[] = {2}"},
       .outputs = {"float32[ceildiv(N, 2)]"},
       .facts = {"ASSUMED N <= 16777216", "ASSUMED N <= 9007199254740992"}},
      {.op = "Range",
       .inputs = {"float32[]", "float32[]", "float32[]"},
       .outputs = {"float32[?1]"}},
      {.op = "Range",
       .inputs = {"float32[] = {0}", "float32[] = {1}", "float32[] = {0}"},
       .outputs = {"float32[?1]"},
       .diagnostics = {"ERROR ZERO_STEP input 2 element 0"}},
      {.op = "Range",
       .inputs = {"float32[] = {0}", "int64[] = {1}", "float32[] = {1}"},
       .outputs = {"float32[?1]"},
       .diagnostics = {"ERROR ELEMENT_TYPE_MISMATCH"}},
  });
}

TEST(Generators, Like) {
  CheckCases({
      {.op = "EyeLike-9", .inputs = {"float32[N, 3]"}, .outputs = {"float32[N, 3]"}},
      {.op = "EyeLike-22",
       .inputs = {"float32?"},
       .attributes = {{"dtype", 7}},
       .outputs = {"int64[?1, ?2]"}},
      {.op = "EyeLike",
       .inputs = {"float32[3]"},
       .outputs = {"float32[?1, ?2]"},
       .diagnostics = {"ERROR RANK_MISMATCH input 0"}},
      {.op = "Bernoulli-15", .inputs = {"float32[N]"}, .outputs = {"float32[N]"}},
      {.op = "RandomNormalLike-1",
       .inputs = {"float32[N]"},
       .attributes = {{"dtype", 11}},
       .outputs = {"float64[N]"}},
      {.op = "RandomUniformLike-22", .inputs = {"float32[N]"}, .outputs = {"float32[N]"}},
      {.op = "RandomUniformLike",
       .inputs = {"float32[N]"},
       .attributes = {{"dtype", -1}},
       .outputs = {"undefined[N]"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE"}},
  });
}

TEST(Generators, Sizes) {
  CheckCases({
      {.op = "RandomNormal-1", .attributes = {{"shape", Ints{2, 3}}}, .outputs = {"float32[2, 3]"}},
      {.op = "RandomUniform-22",
       .attributes = {{"shape", Ints{2}}, {"dtype", 11}},
       .outputs = {"float64[2]"}},
      {.op = "RandomUniform", .outputs = {"float32?"}, .diagnostics = {"ERROR MISSING_ATTRIBUTE"}},
      {.op = "Multinomial-7",
       .inputs = {"float32[N, 5]"},
       .attributes = {{"sample_size", 4}},
       .outputs = {"int32[N, 4]"}},
      {.op = "HannWindow-17", .inputs = {"int64[] = {N}"}, .outputs = {"float32[N]"}},
      {.op = "HammingWindow-17",
       .inputs = {"int32[] = {10}"},
       .attributes = {{"output_datatype", 11}},
       .outputs = {"float64[10]"}},
      {.op = "BlackmanWindow-17",
       .inputs = {"int64[] = {-1}"},
       .outputs = {"float32[?1]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
      {.op = "MelWeightMatrix-17",
       .inputs = {"int64[] = {8}", "int64[] = {N}", "int64[]", "float32[]", "float32[]"},
       .outputs = {"float32[(N + 2)//2, 8]"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
