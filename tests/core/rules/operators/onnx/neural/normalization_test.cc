// Expected shapes are onnxruntime's.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(BatchNormalization, ResultsByVersion) {
  CheckCases({
      {.op = "BatchNormalization-9",
       .inputs = {"float32[N, C, H]", "float32[64]", "float32[64]", "float32[64]", "float32[64]"},
       .outputs = {"float32[N, 64, H]"},
       .facts = {"REQUIRED C = 64"}},
      {.op = "BatchNormalization-7",
       .inputs = {"float32[N, 3]", "float32[3]", "float32[3]", "float32[3]", "float32[3]"},
       .outputs = {"float32[N, 3]", "float32[3]", "float32[3]", "float32[3]", "float32[3]"}},
      {.op = "BatchNormalization-15",
       .inputs = {"float16[N, 3]", "float16[3]", "float16[3]", "float32[3]", "float32[3]"},
       .attributes = {{"training_mode", 1}},
       .outputs = {"float16[N, 3]", "float32[3]", "float32[3]"}},
      {.op = "BatchNormalization-14",
       .inputs = {"float32?", "float32[3]", "float32[3]", "float32[3]", "float32[3]"},
       .outputs = {"float32?", "float32[3]"},
       .diagnostics =
           {"ERROR WRONG_OUTPUT_COUNT: BatchNormalization has one output but in training"}},
      {.op = "BatchNormalization-15",
       .inputs = {"float32[N]", "float32[1]", "float32[1]", "float32[1]", "float32[1]"},
       .outputs = {"float32[N]"}},
      {.op = "BatchNormalization-15",
       .inputs = {"float32[N, 3]", "float32[4]", "float32[3]", "float32[3]", "float32[3]"},
       .outputs = {"float32[N, 3]"},
       .facts = {"REQUIRED ?1 = 3"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 1"}},
  });
}

TEST(LayerNormalization, StatisticsKeepTheRank) {
  CheckCases({
      {.op = "LayerNormalization-17",
       .inputs = {"float16[N, S, 768]", "float16[768]", "float16[768]"},
       .outputs = {"float16[N, S, 768]", "float32[N, S, 1]", "float32[N, S, 1]"}},
      {.op = "LayerNormalization-17",
       .inputs = {"float32[N, 3, 2]", "float32[3, 2]"},
       .attributes = {{"axis", 1}},
       .outputs = {"float32[N, 3, 2]", "", "float32[N, 1, 1]"}},
      {.op = "SimplifiedLayerNormalization-17",
       .inputs = {"float32[N, 3]", "float32[3]"},
       .outputs = {"float32[N, 3]", "float32[N, 1]"}},
      {.op = "RMSNormalization-23",
       .inputs = {"float32[N, 3]", "float16[3]"},
       .outputs = {"float16[N, 3]"}},
      {.op = "LayerNormalization-17",
       .inputs = {"float32[N, 3]", "float32[2]"},
       .outputs = {"float32[N, 3]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 1"}},
  });
}

TEST(Normalization, PerChannelOrGroup) {
  CheckCases({
      {.op = "InstanceNormalization-6",
       .inputs = {"float32[N, C, 8]", "float32[4]", "float32[4]"},
       .outputs = {"float32[N, 4, 8]"},
       .facts = {"REQUIRED C = 4"}},
      {.op = "GroupNormalization-18",
       .inputs = {"float32[N, C, 8]", "float32[2]", "float32[2]"},
       .attributes = {{"num_groups", 2}},
       .outputs = {"float32[N, C, 8]"},
       .facts = {"REQUIRED C divisible by 2"}},
      {.op = "GroupNormalization-21",
       .inputs = {"float32[N, C, 8]", "float32[4]", "float32[4]"},
       .attributes = {{"num_groups", 2}},
       .outputs = {"float32[N, 4, 8]"},
       .facts = {"REQUIRED C = 4"}},
      {.op = "GroupNormalization-21",
       .inputs = {"float32[N, 3, 8]", "float32[3]", "float32[3]"},
       .attributes = {{"num_groups", 2}},
       .outputs = {"float32[N, 3, 8]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 1"}},
      {.op = "LRN-13", .inputs = {"float32[N, 3, H]"}, .outputs = {"float32[N, 3, H]"}},
  });
}

TEST(Dropout, MaskByVersion) {
  CheckCases({
      {.op = "Dropout-7",
       .inputs = {"float32[N, 3]"},
       .outputs = {"float32[N, 3]", "float32[N, 3]"}},
      {.op = "Dropout-10", .inputs = {"float32[N, 3]"}, .outputs = {"float32[N, 3]", "bool[N, 3]"}},
      {.op = "Dropout-13",
       .inputs = {"float32[1] = {0.5}", "", "bool[] = {0}"},
       .outputs = {"float32[1] = {0.5}"}},
      {.op = "Dropout-13",
       .inputs = {"float32[1] = {0.5}", "", "bool[]"},
       .outputs = {"float32[1]"}},
      {.op = "Dropout-1", .inputs = {"float32[1] = {0.5}"}, .outputs = {"float32[1]"}},
  });
}

TEST(RMSNormalization, TheAxisIsInRange) {
  CheckCases({
      {.op = "RMSNormalization-23",
       .inputs = {"float32[2, 3]", "float32[3]"},
       .attributes = {{"axis", -3}},
       .outputs = {"float32[2, 3]"},
       .diagnostics = {"ERROR AXIS_OUT_OF_RANGE input 0"}},
  });
}

TEST(Dropout, RatioAndModeAreScalars) {
  CheckCases({
      {.op = "Dropout-13",
       .inputs = {"float32[2]", "float32[1]", "bool[1]"},
       .outputs = {"float32[2]"},
       .diagnostics = {"ERROR RANK_MISMATCH input 1", "ERROR RANK_MISMATCH input 2"}},
  });
}

TEST(BatchNormalization, VectorsPerChannel) {
  CheckCases({
      {.op = "BatchNormalization-15",
       .inputs = {"float32[128]", "float32[1, 2]", "float32[1]", "float32[1]", "float32[1]"},
       .outputs = {"float32[128]"},
       .diagnostics = {"ERROR RANK_MISMATCH input 1"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
