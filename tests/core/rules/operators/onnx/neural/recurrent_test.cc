// Expected shapes are onnxruntime's; those of layout 1, which it does not run, the
// reference's.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Recurrent, Results) {
  CheckCases({
      {.op = "LSTM-14",
       .inputs = {"float32[S, B, 3]", "float32[1, 16, 3]", "float32[1, 16, 4]"},
       .attributes = {{"hidden_size", 4}},
       .outputs = {"float32[S, 1, B, 4]", "float32[1, B, 4]", "float32[1, B, 4]"}},
      {.op = "GRU-7",
       .inputs = {"float32[5, 2, 3]", "float32[2, 12, 3]", "float32[2, 12, 4]"},
       .attributes = {{"hidden_size", 4}, {"direction", "bidirectional"}},
       .outputs = {"", "float32[2, 2, 4]"}},
      {.op = "RNN-22",
       .inputs = {"float32[2, 5, 3]", "float32[1, 4, 3]", "float32[1, 4, 4]"},
       .attributes = {{"layout", 1}},
       .outputs = {"float32[2, 5, 1, 4]", "float32[2, 1, 4]"}},
      {.op = "LSTM-7",
       .inputs = {"float32[S, B, I]", "float32[1, 16, 3]", "float32[1, 16, H]", "float32[1, 32]",
                  "int32[2]", "float32[1, ?, ?]"},
       .outputs = {"float32[S, 1, 2, 4]", "", "float32[1, 2, 4]"},
       .facts = {"REQUIRED H = 4", "REQUIRED 3 = I", "REQUIRED B = 2", "REQUIRED 2 = ?1",
                 "REQUIRED ?2 = 4"}},
      {.op = "LSTM-7",
       .inputs = {"float32?", "float32?", "float32?"},
       .attributes = {{"hidden_size", 4}},
       .outputs = {"float32[?1, 1, ?2, 4]", "float32[1, ?2, 4]"}},
  });
}

TEST(Recurrent, Errors) {
  CheckCases({
      {.op = "LSTM-14",
       .inputs = {"float32[5, 2, 3]", "float32[1, 12, 3]", "float32[1, 16, 4]"},
       .outputs = {"float32[5, 1, 2, 4]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 1 axis 1"}},
      {.op = "GRU-14",
       .inputs = {"float32[5, 2, 3]", "float32[1, 12, 3]", "float32[1, 12, 4]"},
       .attributes = {{"direction", "sideways"}},
       .outputs = {"float32[5, ?1, 2, 4]"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE: GRU knows no direction sideways"}},
      {.op = "RNN-14",
       .inputs = {"float32[5, 2]", "float32[1, 4, 3]", "float32[1, 4, 4]"},
       .outputs = {"float32[?1, 1, ?2, 4]"},
       .diagnostics = {"ERROR RANK_MISMATCH input 0"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
