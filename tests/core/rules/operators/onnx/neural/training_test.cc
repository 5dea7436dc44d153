// Losses and optimizers; expected shapes are the specification's.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Loss, ReducesOrNot) {
  CheckCases({
      {.op = "SoftmaxCrossEntropyLoss-13",
       .inputs = {"float32[N, C, H]", "int64[2, H]", "float32[5]"},
       .attributes = {{"reduction", "none"}},
       .outputs = {"float32[2, H]", "float32[2, 5, H]"},
       .facts = {"REQUIRED N = 2", "REQUIRED C = 5"}},
      {.op = "NegativeLogLikelihoodLoss-12",
       .inputs = {"float32[N, C]", "int64[N]"},
       .outputs = {"float32[]"}},
      {.op = "NegativeLogLikelihoodLoss-22",
       .inputs = {"float32[N, C]", "int64[N]"},
       .attributes = {{"reduction", "median"}},
       .outputs = {"?"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE: NegativeLogLikelihoodLoss knows no reduction"}},
      {.op = "NegativeLogLikelihoodLoss-13",
       .inputs = {"float32[N, C]", "int64[N, 1]"},
       .outputs = {"float32[]"},
       .diagnostics = {"ERROR RANK_MISMATCH input 1"}},
  });
}

TEST(Training, OptimizersKeepShapes) {
  CheckCases({
      {.op = "ai.onnx.preview.training:Adam-1",
       .inputs = {"float32[]", "int64[]", "float32[1]", "float32[2]", "float32[1]", "float32[2]",
                  "float32[1]", "float32[2]", "float32[1]", "float32[2]"},
       .outputs = {"float32[1]", "float32[2]", "float32[1]", "float32[2]", "float32[1]",
                   "float32[2]"}},
      {.op = "ai.onnx.preview.training:Momentum-1",
       .inputs = {"float32[]", "int64[]", "float32[N]", "float32[N]", "float32[N]"},
       .outputs = {"float32[N]", "float32[N]"}},
      {.op = "ai.onnx.preview.training:Adagrad-1",
       .inputs = {"float32[]", "int64[]", "float32[N]"},
       .outputs = {"?"},
       .diagnostics = {"ERROR WRONG_INPUT_COUNT"}},
      {.op = "ai.onnx.preview.training:Gradient-1",
       .inputs = {"float32[N]", "float32[2]"},
       .outputs = {"float32[N]"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
