// Expected elements are those of numpy's cumsum and cumprod, moved and turned round as the
// specification says.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Cumulative, KeepsTheShape) {
  CheckCases({
      {.op = "CumSum-11",
       .inputs = {"float32[N, 3]", "int32[]"},
       .outputs = {"float32[N, 3]"},
       .facts = {"REQUIRED in1[] >= (-2)", "REQUIRED in1[] <= 1"}},
      {.op = "CumProd-26", .inputs = {"int64?", "int64[] = {0}"}, .outputs = {"int64?"}},
      {.op = "CumSum-14",
       .inputs = {"float32[N, 3]", "int64[] = {2}"},
       .outputs = {"float32[N, 3]"},
       .diagnostics = {"ERROR AXIS_OUT_OF_RANGE input 0"}},
  });
}

TEST(Cumulative, FollowsElements) {
  CheckCases({
      {.op = "CumSum-14",
       .inputs = {"int64[3] = {N, 2, M}", "int64[] = {0}"},
       .outputs = {"int64[3] = {N, N + 2, N + M + 2}"}},
      {.op = "CumSum-11",
       .inputs = {"int64[3] = {N, 2, M}", "int32[1] = {-1}"},
       .attributes = {{"exclusive", 1}},
       .outputs = {"int64[3] = {0, N, N + 2}"}},
      {.op = "CumSum-14",
       .inputs = {"int64[3] = {N, 2, M}", "int64[] = {0}"},
       .attributes = {{"reverse", 1}},
       .outputs = {"int64[3] = {N + M + 2, M + 2, M}"}},
      {.op = "CumSum-14",
       .inputs = {"int64[3] = {N, 2, M}", "int64[] = {0}"},
       .attributes = {{"reverse", 1}, {"exclusive", 1}},
       .outputs = {"int64[3] = {M + 2, M, 0}"}},
      {.op = "CumSum-14",
       .inputs = {"int64[2, 3] = {1, 2, 3, 4, 5, 6}", "int64[] = {0}"},
       .outputs = {"int64[2, 3] = {1, 2, 3, 5, 7, 9}"}},
      {.op = "CumSum-14",
       .inputs = {"int64[2, 3] = {1, 2, 3, 4, 5, 6}", "int64[] = {1}"},
       .outputs = {"int64[2, 3] = {1, 3, 6, 4, 9, 15}"}},
      {.op = "CumProd-26",
       .inputs = {"int64[3] = {N, 2, M}", "int64[] = {0}"},
       .outputs = {"int64[3] = {N, 2*N, 2*N*M}"}},
      {.op = "CumSum-14",
       .inputs = {"int64[0] = {}", "int64[] = {0}"},
       .outputs = {"int64[0] = {}"}},
      // An axis that is not known.
      {.op = "CumSum-14",
       .inputs = {"int64[2] = {1, 2}", "int64[]"},
       .outputs = {"int64[2]"},
       .facts = {"REQUIRED in1[] >= (-1)", "REQUIRED in1[] <= 0"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
