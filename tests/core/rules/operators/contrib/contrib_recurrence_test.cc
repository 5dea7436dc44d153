// Expected shapes are those that onnxruntime 1.31 infers for the same node with
// numbers for the letters (B = 2 or 3, S = T = 3, ...), or runs where it has a CPU kernel.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(ContribRecurrence, Gates) {
  CheckCases({
      {.op = "com.microsoft:GatedRMSNorm-1",
       .inputs = {"float32[B, T, H]", "float32[4]", "float32[B, T, H]"},
       .outputs = {"float32[B, T, H]"},
       .facts = {"REQUIRED H divisible by 4"}},
      {.op = "com.microsoft:GatedRMSNorm-1",
       .inputs = {"float32[2, 3, 8]", "float32[3]", "float32[2, 3, 8]"},
       .outputs = {"float32[2, 3, 8]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 2"}},
      {.op = "com.microsoft:LinearAttentionGate-1",
       .inputs = {"float16[B, T, H]", "float32[4]", "float32[4]", "float16[B, T, H]"},
       .outputs = {"float16[B, T, 4]", "float16[B, T, 4]"},
       .facts = {"REQUIRED H >= 1", "REQUIRED 4 = H"}},
      {.op = "com.microsoft:LinearAttentionGate-1",
       .inputs = {"float32[B, T]", "float32[4]", "float32[4]"},
       .outputs = {"float32[B, 4]"},
       .facts = {"REQUIRED T >= 1", "REQUIRED 4 = T"}},
      {.op = "com.microsoft:EngramGate-1",
       .inputs = {"float32[B, S, 4, 8]", "float32[B, S, 4, 8]", "float32[B, S, 8]", "float32[4, 8]",
                  "float32[4, 8]", "float32[4, 8]"},
       .outputs = {"float32[B, S, 4, 8]", "float32[B, S, 4, 8]"}},
      {.op = "com.microsoft:EngramGate-1",
       .inputs = {"float32[2, 3, 4, 8]", "float32[2, 3, 4, 8]", "float32[2, 3, 8]", "float32[4, 8]",
                  "float32[4, 7]"},
       .outputs = {"float32[2, 3, 4, ?1]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 3"}},
  });
}

TEST(ContribRecurrence, Streams) {
  CheckCases({
      {.op = "com.microsoft:HyperConnectionPostMix-1",
       .inputs = {"float32[B, S, 4, 8]", "float32[B, S, 8]", "float32[B, S, 4]"},
       .outputs = {"float32[B, S, 4, 8]"}},
      {.op = "com.microsoft:HyperConnectionPreMix-1",
       .inputs = {"float32[B, S, 4, 8]", "float32[B, S, 4]"},
       .outputs = {"float32[B, S, 8]"}},
      {.op = "com.microsoft:HyperConnectionPreMix-1",
       .inputs = {"float32[B, S, 32]", "float32[B, S, 4]"},
       .attributes = {{"num_branches", 4}},
       .outputs = {"float32[B, S, 8]"}},
      {.op = "com.microsoft:HyperConnectionPreMix-1",
       .inputs = {"float32[8]", "float32[8]"},
       .outputs = {"float32?"},
       .diagnostics = {"ERROR RANK_MISMATCH input 0"}},
  });
}

TEST(ContribRecurrence, GatedDeltaNet) {
  const std::string state = "float32[B, 4, 16, 8]";
  CheckCases({
      {.op = "com.microsoft:GatedDeltaNet-1",
       .inputs = {"float16[T, 2, 8]", "float16[T, 2, 8]", "float16[T, 4, 16]", "int32[4]",
                  "float32[T, 4]", "float32[T, 4]", "float32[3, 4, 16, 8]", "", "", "int32[3]"},
       .attributes = {{"state_update_capacity", 5}},
       .outputs = {"float16[T, 4, 16]", "float32[3, 4, 16, 8]", "float32[3, 420]"}},
      {.op = "com.microsoft:GatedDeltaNet-1",
       .inputs = {"float32[T, 96]", "", "", "", "float32[T, 4]", "float32[T, 4]", state},
       .outputs = {"float32[T, 4, 16]", state}},
      {.op = "com.microsoft:GatedDeltaNet-1",
       .inputs = {"float32[B, T, 2, 8]", "float32[B, T, 2, 8]", "float32[B, T, 4, 16]", "",
                  "float32[B, T, 4]", "float32[B, T, 4]", state},
       .outputs = {"float32[B, T, 4, 16]", state}},
      // The offsets tell how many requests there are.
      {.op = "com.microsoft:GatedDeltaNet-1",
       .inputs = {"float32[T, 2, 8]", "float32[T, 2, 8]", "float32[T, 4, 16]", "int32[N]"},
       .outputs = {"float32[T, 4, 16]", "float32[N - 1, 4, 16, 8]"},
       .facts = {"REQUIRED N >= 1"}},
      {.op = "com.microsoft:GatedDeltaNet-1",
       .inputs = {"float32[T, 2, 8]", "float32[T, 2, 9]", "float32[T, 4, 16]"},
       .outputs = {"float32[T, 4, 16]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 2"}},
  });
}

TEST(ContribRecurrence, VarlenCausalConv) {
  CheckCases({
      {.op = "com.microsoft:VarlenCausalConvWithState-1",
       .inputs = {"float32[T, 8]", "float32[8, 1, 4]", "int32[N]", "", "float32[B, 8, 3]",
                  "int32[B]"},
       .attributes = {{"state_update_capacity", 5}},
       .outputs = {"float32[T, 8]", "float32[N - 1, 8, 3]", "float32[N - 1, 5, 8]"},
       .facts = {"REQUIRED N >= 1", "REQUIRED B = N - 1"}},
      {.op = "com.microsoft:VarlenCausalConvWithState-1",
       .inputs = {"float32[T, 8]", "float32[8, 1, 4]", "int32[3]", "", "float32[2, 8, L]"},
       .attributes = {{"dilation", 2}},
       .outputs = {"float32[T, 8]", "float32[2, 8, 6]"},
       .facts = {"REQUIRED L = 6"}},
      {.op = "com.microsoft:VarlenCausalConvWithState-1",
       .inputs = {"float32[T, 8]", "float32[8, 1, 4]", "int32[3]", "", "float32[2, 8, 4]"},
       .outputs = {"float32[T, 8]", "float32[2, 8, ?1]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 4 axis 2"}},
  });
}

TEST(ContribRecurrence, NGramHashMapping) {
  const std::vector<Attr> attributes = {
      {"max_ngram_size", 4}, {"n_head_per_ngram", 2}, {"pad_id", 0}};
  std::vector<Attr> with_updates = attributes;
  with_updates.push_back({"state_update_capacity", 5});
  CheckCases({
      {.op = "com.microsoft:NGramHashMapping-1",
       .inputs = {"int64[B, S]", "int64[4]", "int64[6]", "int64[B, 3]"},
       .attributes = attributes,
       .outputs = {"int64[B, S, 6]", "int64[B, 3]"}},
      {.op = "com.microsoft:NGramHashMapping-1",
       .inputs = {"int64[B, S]", "int64[4]", "int64[6]"},
       .outputs = {"?"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE", "ERROR INVALID_ATTRIBUTE"}},
      {.op = "com.microsoft:VarlenNGramHashMapping-1",
       .inputs = {"int64[T]", "int64[4]", "int64[6]", "int32[3]", "int64[2, 3]", "", "", "int32[T]",
                  "int32[2, 3]", "int32[2]"},
       .attributes = with_updates,
       .outputs = {"int64[T, 6]", "int64[2, 3]", "int32[2, 3]", "int64[2, 5, 3]"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
