// Concrete expectations are those of onnxruntime and numpy where they agree.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Slice, Constants) {
  CheckCases({
      {.op = "Slice-1",
       .inputs = {"float32[5, 4]"},
       .attributes = {{"starts", Ints{1}}, {"ends", Ints{-1}}, {"axes", Ints{0}}},
       .outputs = {"float32[3, 4]"}},
      {.op = "Slice-1",
       .inputs = {"float32[5, 4]"},
       .attributes = {{"starts", Ints{1, 0}}, {"ends", Ints{9, 2}}},
       .outputs = {"float32[4, 2]"}},
      {.op = "Slice-10",
       .inputs = {"float32[5]", "int64[1] = {1}", "int64[1] = {9223372036854775807}", "",
                  "int64[1] = {2}"},
       .outputs = {"float32[2]"}},
      {.op = "Slice-11",
       .inputs = {"float32[5]", "int64[1] = {-1}", "int64[1] = {-9223372036854775807}",
                  "int64[1] = {0}", "int64[1] = {-1}"},
       .outputs = {"float32[5]"}},
      {.op = "Slice-13",
       .inputs = {"float32[5]", "int64[1] = {100}", "int64[1] = {-9223372036854775807}",
                  "int64[1] = {0}", "int64[1] = {-2}"},
       .outputs = {"float32[3]"}},
      {.op = "Slice",
       .inputs = {"float32[5]", "int64[1] = {3}", "int64[1] = {100}", "int64[1] = {0}",
                  "int64[1] = {-1}"},
       .outputs = {"float32[0]"}},
      {.op = "Slice",
       .inputs = {"float32[5]", "int64[1] = {2}", "int64[1] = {1}", "int64[1] = {-1}"},
       .outputs = {"float32[0]"}},
      // onnxruntime and numpy differ: INT_MAX going back, and a start before all.
      {.op = "Slice",
       .inputs = {"float32[5]", "int64[1] = {4}", "int64[1] = {2147483647}", "int64[1] = {0}",
                  "int64[1] = {-1}"},
       .outputs = {"float32[?1]"}},
      {.op = "Slice",
       .inputs = {"float32[5]", "int64[1] = {-100}", "int64[1] = {-9223372036854775807}",
                  "int64[1] = {0}", "int64[1] = {-1}"},
       .outputs = {"float32[?1]"}},
  });
}

TEST(Slice, Symbolic) {
  const std::string end = "int64[1] = {9223372036854775807}";
  CheckCases({
      {.op = "Slice",
       .inputs = {"float32[N, S]", "int64[1] = {-1}", end, "int64[1] = {1}"},
       .outputs = {"float32[N, min(S, 1)]"}},
      {.op = "Slice",
       .inputs = {"float32[N, S]", "int64[1] = {-1}", end, "int64[1] = {1}"},
       .symbols = {{"S", "1.."}},
       .outputs = {"float32[N, 1]"}},
      {.op = "Slice",
       .inputs = {"float32[S]", "int64[1] = {1}", "int64[1] = {-1}", "int64[1] = {0}"},
       .symbols = {{"S", "2.."}},
       .outputs = {"float32[S - 2]"}},
      {.op = "Slice",
       .inputs = {"float32[S]", "int64[1] = {1}", end, "int64[1] = {0}"},
       .outputs = {"float32[max(0, S - 1)]"}},
      {.op = "Slice",
       .inputs = {"float32[S]", "int64[1] = {0}", end, "int64[1] = {0}"},
       .outputs = {"float32[S]"}},
      {.op = "Slice",
       .inputs = {"float32[S]", "int64[1] = {0}", end, "int64[1] = {0}", "int64[1] = {2}"},
       .outputs = {"float32[ceildiv(S, 2)]"}},
      {.op = "Slice",
       .inputs = {"float32[S]", "int64[1] = {-1}", "int64[1] = {-9223372036854775807}",
                  "int64[1] = {0}", "int64[1] = {-1}"},
       .outputs = {"float32[S]"}},
      {.op = "Slice",
       .inputs = {"float32[S]", "int64[1] = {-9223372036854775807}", end, "int64[1] = {0}"},
       .outputs = {"float32[S]"}},
      {.op = "Slice",
       .inputs = {"float32[S]", "int64[1] = {-1}", "int64[1] = {-2147483648}", "int64[1] = {0}",
                  "int64[1] = {-1}"},
       .outputs = {"float32[S]"},
       .facts = {"ASSUMED S <= 2147483647"}},
      {.op = "Slice",
       .inputs = {"float32[1, 1024]", "int64[1] = {0}", "int64[1] = {S}", "int64[1] = {1}"},
       .outputs = {"float32[1, min(S, 1024)]"}},
      {.op = "Slice",
       .inputs = {"float32[P + S]", "int64[1] = {P}", "int64[1] = {P + S}", "int64[1] = {0}"},
       .outputs = {"float32[S]"}},
      {.op = "Slice",
       .inputs = {"float32[S]", "int64[1] = {0}", "int64[1] = {S - 1}", "int64[1] = {0}"},
       .outputs = {"float32[max(0, S - 1)]"}},
  });
}

// As many as len(range(begin, end, step)) of Python for N of 1 or more.
TEST(Slice, SymbolicSteps) {
  CheckCases({
      {.op = "Slice-13",
       .inputs = {"float32[2*N]", "int64[1] = {0}", "int64[1] = {9223372036854775807}",
                  "int64[1] = {0}", "int64[1] = {N}"},
       .outputs = {"float32[2]"},
       .facts = {"REQUIRED N >= 1"}},
      {.op = "Slice-13",
       .inputs = {"float32[2*N]", "int64[1] = {-1}", "int64[1] = {-9223372036854775808}",
                  "int64[1] = {0}", "int64[1] = {-N}"},
       .outputs = {"float32[2]"},
       .facts = {"REQUIRED N >= 1"}},
      {.op = "Slice-13",
       .inputs = {"float32[M]", "int64[1] = {1}", "int64[1] = {9223372036854775807}",
                  "int64[1] = {0}", "int64[1] = {N + 2}"},
       .outputs = {"float32[ceildiv(M - 1, N + 2)]"}},
  });
}

TEST(Slice, EndsFarBehindTheDim) {
  CheckCases({
      {.op = "Slice-13",
       .inputs = {"float32[N]", "int64[1] = {0}", "int64[1] = {4294967296}"},
       .outputs = {"float32[N]"},
       .facts = {"ASSUMED N <= 2147483647"}},
      {.op = "Slice-13",
       .inputs = {"float32[N]", "int64[1] = {0}", "int64[1] = {9223372036854775806}"},
       .outputs = {"float32[N]"}},
      {.op = "Slice-13",
       .inputs = {"float32[5000000000]", "int64[1] = {0}", "int64[1] = {4294967296}"},
       .outputs = {"float32[4294967296]"}},
  });
}

TEST(Slice, UnknownEnds) {
  CheckCases({
      {.op = "Slice",
       .inputs = {"float32[5, 4]", "int64[1]", "int64[1] = {3}", "int64[1] = {0}"},
       .outputs = {"float32[?1, 4]"}},
      {.op = "Slice",
       .inputs = {"float32[5, N]", "int64[1]", "int64[1]", "int64[1]"},
       .outputs = {"float32[?1, ?2]"}},
      {.op = "Slice", .inputs = {"float32?", "int64[1]", "int64[1]"}, .outputs = {"float32?"}},
      // The last N of M + N, and all but the last N; onnxruntime gives 5 for 3 + 5 and 0 for 5 + 0.
      {.op = "Slice",
       .inputs = {"float32[M + N]", "int64[1] = {-N}", "int64[1] = {9223372036854775807}"},
       .outputs = {"float32[N]"},
       .facts = {"ASSUMED -N <= (-1)"}},
      {.op = "Slice",
       .inputs = {"float32[M + N]", "int64[1] = {0}", "int64[1] = {-N}"},
       .outputs = {"float32[M]"},
       .facts = {"ASSUMED -N <= (-1)"}},
      // What is computed of data may be anything.
      {.op = "Slice",
       .inputs = {"float32[N]", "int64[1] = {0}", "int64[1] = {3 - ?}"},
       .outputs = {"float32[?2]"}},
      // A value symbol is taken to count from the front.
      {.op = "Slice",
       .inputs = {"float32[8]", "int64[1] = {0}", "int64[1] = {x[0]}", "int64[1] = {0}"},
       .outputs = {"float32[min(x[0], 8)]"},
       .facts = {"ASSUMED x[0] >= 0"}},
  });
}

TEST(Slice, ByValue) {
  CheckCases({
      {.op = "Slice",
       .inputs = {"int64[4] = {N, 3, H, W}", "int64[1] = {-2}", "int64[1] = {9223372036854775807}",
                  "int64[1] = {0}"},
       .outputs = {"int64[2] = {H, W}"}},
      {.op = "Slice",
       .inputs = {"int64[2, 2] = {1, 2, 3, 4}", "int64[1] = {-1}",
                  "int64[1] = {-9223372036854775807}", "int64[1] = {0}", "int64[1] = {-1}"},
       .outputs = {"int64[2, 2] = {3, 4, 1, 2}"}},
      {.op = "Slice",
       .inputs = {"float32[3] = {1, 2, N / 2}", "int64[1] = {2}", "int64[1] = {3}"},
       .outputs = {"float32[1] = {N / 2}"}},
  });
}

TEST(Slice, Errors) {
  CheckCases({
      {.op = "Slice",
       .inputs = {"float32[5, 6]", "int64[1] = {1}", "int64[2] = {5, 5}"},
       .outputs = {"float32[4, 6]"},
       .diagnostics = {"ERROR WRONG_ELEMENT_COUNT input 2: Slice has 1 starts and 2 ends"}},
      {.op = "Slice-1",
       .inputs = {"float32[5]"},
       .outputs = {"float32[?1]"},
       .diagnostics = {"ERROR MISSING_ENDS"}},
      {.op = "Slice",
       .inputs = {"float32[5]", "int64[1] = {0}", "int64[1] = {5}", "int64[1] = {0}",
                  "int64[1] = {0}"},
       .outputs = {"float32[?1]"},
       .diagnostics = {"ERROR ZERO_STEP input 4 element 0"}},
      {.op = "Slice",
       .inputs = {"float32[5, 1]", "int64[2] = {0, 0}", "int64[2] = {5, 5}", "int64[2] = {0, -2}"},
       .outputs = {"float32[?1, ?2]"},
       .diagnostics = {"ERROR DUPLICATE_AXIS input 3"}},
      {.op = "Slice",
       .inputs = {"float32[5]", "int64[1] = {0}", "int64[1] = {5}", "int64[1] = {1}"},
       .outputs = {"float32[?1]"},
       .diagnostics = {"ERROR AXIS_OUT_OF_RANGE"}},
  });
}

// Found by fuzz_ops.py: runs of onnxruntime 1.31.
TEST(Slice, EndsFarBeforeTheDim) {
  const std::string lowest = "int64[1] = {-9223372036854775808}";
  CheckCases({
      {.op = "Slice-13",
       .inputs = {"float32[4]", "int64[1] = {8}", lowest, "int64[1] = {0}"},
       .outputs = {"float32[0]"}},
      {.op = "Slice-13",
       .inputs = {"float32[8]", "int64[1] = {-2}", "int64[1] = {-9223372036854775807}",
                  "int64[1] = {0}", "int64[1] = {2}"},
       .outputs = {"float32[0]"}},
      {.op = "Slice-13",
       .inputs = {"float32[4]", lowest, "int64[1] = {2}", "int64[1] = {0}"},
       .outputs = {"float32[2]"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
