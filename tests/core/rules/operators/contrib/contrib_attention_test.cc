// Expected shapes are those of onnxruntime 1.31 runs; where it has no kernel for
// the processor, those of its documentation (ContribOperators.md).
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

const Attr kTwoHeads = {"num_heads", 2};

TEST(ContribAttention, Attention) {
  CheckCases({
      {.op = "com.microsoft:Attention-1",
       .inputs = {"float32[B, S, 6]", "float32[6, 24]", "float32[24]", "int32[B, S]"},
       .attributes = {kTwoHeads},
       .outputs = {"float32[B, S, 8]"}},
      {.op = "com.microsoft:Attention-1",
       .inputs = {"float32[B, S, 8]", "float32[8, 24]", "float32[24]", "",
                  "float32[2, B, 2, P, 4]"},
       .attributes = {kTwoHeads},
       .outputs = {"float32[B, S, 8]", "float32[2, B, 2, S + P, 4]"}},
      {.op = "com.microsoft:Attention-1",
       .inputs = {"float32[B, S, 8]", "float32[8, 20]", "float32[20]"},
       .attributes = {kTwoHeads, {"qkv_hidden_sizes", Ints{8, 8, 4}}},
       .outputs = {"float32[B, S, 4]", "float32[2, B, 2, S, 2]"}},
      {.op = "com.microsoft:Attention-1",
       .inputs = {"float32[B, S, 8]", "float32[8, 24]", "float32[24]", "", "float32[2, B, 2, M, 4]",
                  "", "int32[1]"},
       .attributes = {kTwoHeads, {"past_present_share_buffer", 1}},
       .outputs = {"float32[B, S, 8]", "float32[2, B, 2, M, 4]"}},
      {.op = "com.microsoft:Attention-1",
       .inputs = {"float32?", "float32?", "float32[3*H]"},
       .attributes = {kTwoHeads},
       .outputs = {"float32[?1, ?2, H]"}},
      {.op = "com.microsoft:Attention-1",
       .inputs = {"float32[2, 3, 6]", "float32[7, 24]", "float32[24]"},
       .attributes = {kTwoHeads},
       .outputs = {"float32[2, 3, 8]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 2"}},
      {.op = "com.microsoft:Attention-1",
       .inputs = {"float32[2, 3, 8]", "float32[8, 24]", "float32[25]"},
       .attributes = {kTwoHeads},
       .outputs = {"float32[2, 3, 8]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 1 axis 1"}},
      {.op = "com.microsoft:Attention-1",
       .inputs = {"float32[2, 3, 8]", "float32[8, 25]", "float32[25]"},
       .attributes = {kTwoHeads},
       .outputs = {"float32[2, 3, 8]"},
       .diagnostics = {"ERROR"}},
      {.op = "com.microsoft:Attention-1",
       .inputs = {"float32[2, 3, 8]", "float32[8, 24]", "float32[24]"},
       .outputs = {"float32[2, 3, 8]"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE"}},
      {.op = "com.microsoft:QAttention-1",
       .inputs = {"uint8[B, S, 8]", "uint8[8, 24]", "float32[24]", "float32[]", "float32[]"},
       .attributes = {kTwoHeads},
       .outputs = {"float32[B, S, 8]", "float32[2, B, 2, S, 4]"}},
      {.op = "com.microsoft:PackedAttention-1",
       .inputs = {"float32[T, 8]", "float32[8, 24]", "float32[24]", "int32[B, S]", "int32[B + 1]"},
       .attributes = {kTwoHeads},
       .outputs = {"float32[T, 8]"}},
  });
}

TEST(ContribAttention, MultiHeadAttention) {
  CheckCases({
      {.op = "com.microsoft:MultiHeadAttention-1",
       .inputs = {"float32[B, S, 8]", "float32[B, L, 8]", "float32[B, L, 12]"},
       .attributes = {kTwoHeads},
       .outputs = {"float32[B, S, 12]", "float32[B, 2, L, 4]", "float32[B, 2, L, 6]"}},
      {.op = "com.microsoft:MultiHeadAttention-1",
       .inputs = {"float32[B, S, 8]", "float32[B, 2, L, 4]", "float32[B, 2, L, 4]"},
       .attributes = {kTwoHeads},
       .outputs = {"float32[B, S, 8]", "float32[B, 2, L, 4]", "float32[B, 2, L, 4]"}},
      {.op = "com.microsoft:MultiHeadAttention-1",
       .inputs = {"float32[B, S, 8]", "float32[B, S, 8]", "float32[B, S, 8]", "", "", "",
                  "float32[B, 2, P, 4]", "float32[B, 2, P, 4]"},
       .attributes = {kTwoHeads},
       .outputs = {"float32[B, S, 8]", "float32[B, 2, S + P, 4]", "float32[B, 2, S + P, 4]"}},
      {.op = "com.microsoft:MultiHeadAttention-1",
       .inputs = {"float16[B, S, 2, 3, 4]"},
       .attributes = {kTwoHeads},
       .outputs = {"float16[B, S, 8]"}},
      {.op = "com.microsoft:MultiHeadAttention-1",
       .inputs = {"float16[B, S, 8]", "float16[B, L, 2, 2, 4]"},
       .attributes = {kTwoHeads},
       .outputs = {"float16[B, S, 8]"}},
      {.op = "com.microsoft:MultiHeadAttention-1",
       .inputs = {"float32[B, S, 8]", "float32?", "float32?"},
       .attributes = {kTwoHeads},
       .outputs = {"float32[B, S, ?1]", "float32[B, 2, ?2, ?3]", "float32[B, 2, ?2, ?4]",
                   "undefined[B, 2, S, ?2]"}},
      {.op = "com.microsoft:DecoderMaskedMultiHeadAttention-1",
       .inputs = {"float32[B, 1, 8]", "float32[B, 1, 8]", "float32[B, 1, 8]", "", "",
                  "float32[B, 2, M, 4]", "float32[B, 2, M, 4]", "int32[1]"},
       .attributes = {kTwoHeads, {"past_present_share_buffer", 1}},
       .outputs = {"float32[B, 1, 8]", "float32[B, 2, M, 4]", "float32[B, 2, M, 4]"}},
      {.op = "com.microsoft:PackedMultiHeadAttention-1",
       .inputs = {"float16[T, 2, 3, 4]", "", "", "", "int32[B, S]", "int32[B + 1]"},
       .attributes = {kTwoHeads},
       .outputs = {"float16[T, 8]"}},
  });
}

TEST(ContribAttention, GroupQueryAttention) {
  const Attr kv_heads = {"kv_num_heads", 1};
  CheckCases({
      {.op = "com.microsoft:GroupQueryAttention-1",
       .inputs = {"float32[B, S, 16]", "float32[B, S, 8]", "float32[B, S, 8]",
                  "float32[B, 1, P, 8]", "float32[B, 1, P, 8]", "int32[B]", "int32[] = {T}"},
       .attributes = {kTwoHeads, kv_heads},
       .outputs = {"float32[B, S, 16]", "float32[B, 1, max(P, T), 8]",
                   "float32[B, 1, max(P, T), 8]"},
       .facts = {"REQUIRED T >= 1", "REQUIRED S <= T", "REQUIRED T <= S + P",
                 "REQUIRED min(max(0, T - P), S + P - T) <= 0"}},
      // A cache of 8 that does not grow.
      {.op = "com.microsoft:GroupQueryAttention-1",
       .inputs = {"float32[1, 1, 32]", "", "", "float32[1, 1, 8, 8]", "float32[1, 1, 8, 8]",
                  "int32[1]", "int32[1] = {6}"},
       .attributes = {kTwoHeads, kv_heads},
       .outputs = {"float32[1, 1, 16]", "float32[1, 1, 8, 8]", "float32[1, 1, 8, 8]"}},
      {.op = "com.microsoft:GroupQueryAttention-1",
       .inputs = {"float32[1, 3, 32]", "", "", "float32[1, 1, 5, 8]", "float32[1, 1, 5, 8]",
                  "int32[1]", "int32[1] = {7}"},
       .attributes = {kTwoHeads, kv_heads},
       .outputs = {"float32[1, 3, 16]", "float32[1, 1, 7, 8]", "float32[1, 1, 7, 8]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 6 element 0"}},
      // All of it from one operand.
      {.op = "com.microsoft:GroupQueryAttention-1",
       .inputs = {"float32[1, 3, 32]", "", "", "float32[1, 1, 0, 8]", "float32[1, 1, 0, 8]",
                  "int32[1]", "int32[1] = {3}"},
       .attributes = {kTwoHeads, kv_heads},
       .outputs = {"float32[1, 3, 16]", "float32[1, 1, 3, 8]", "float32[1, 1, 3, 8]"}},
      {.op = "com.microsoft:GroupQueryAttention-1",
       .inputs = {"float32[B, S, 16]", "float32[B, S, 8]", "float32[B, S, 8]", "", "", "int32[B]",
                  "int32[]"},
       .attributes = {kTwoHeads, kv_heads},
       .outputs = {"float32[B, S, 16]", "float32[B, 1, S, 8]", "float32[B, 1, S, 8]"}},
      {.op = "com.microsoft:GroupQueryAttention-1",
       .inputs = {"float32[B, S, 16]", "float32[B, S, 8]", "float32[B, S, 8]",
                  "float32[B, 1, C, 8]", "float32[B, 1, C, 8]", "int32[B]", "int32[]"},
       .attributes = {kTwoHeads, kv_heads, {"sliding_window_cache", 1}},
       .outputs = {"float32[B, S, 16]", "float32[B, 1, C, 8]", "float32[B, 1, C, 8]"}},
      {.op = "com.microsoft:GroupQueryAttention-1",
       .inputs = {"float32[B, S, 16]", "float32[B, S, 8]", "float32[B, S, 8]", "", "", "int32[B]",
                  "int32[]"},
       .attributes = {kTwoHeads},
       .outputs = {"?"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE"}},
  });
}

// int8 of several layouts; of the same node onnxruntime 1.31 infers the operand's
// shape, as it is where the weights are square.
TEST(ContribAttention, Ordered) {
  const std::string square = "int8[8, 8]";
  const auto inputs = [](const std::string& value_weights) -> std::vector<std::string> {
    return {"int8[B, S, 8]", "float32[]",   "float32[]", "float32[]", "float32[]", "int8[8, 8]",
            "int8[8, 8]",    value_weights, "float32[]", "float32[]", "float32[]", "float32[8]",
            "float32[8]",    "float32[8]",  "",          "",          "float32[]"};
  };
  CheckCases({
      {.op = "com.microsoft:QOrderedAttention-1",
       .inputs = inputs(square),
       .attributes = {{"num_heads", 2}},
       .outputs = {"int8[B, S, 8]"}},
      {.op = "com.microsoft:QOrderedAttention-1",
       .inputs = inputs("int8[7, 8]"),
       .attributes = {{"num_heads", 2}},
       .outputs = {"int8[B, S, 8]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 2"}},
  });
}

TEST(ContribAttention, Padding) {
  CheckCases({
      {.op = "com.microsoft:RemovePadding-1",
       .inputs = {"float32[B, S, 8]", "int32[B]"},
       .outputs = {"float32[?1, 8]", "int32[B, S]", "int32[B + 1]", "int32[1]"}},
      {.op = "com.microsoft:RestorePadding-1",
       .inputs = {"float32[T, 8]", "int32[B, S]"},
       .outputs = {"float32[B, S, 8]"}},
  });
}

TEST(ContribAttention, Positions) {
  CheckCases({
      {.op = "com.microsoft:RotaryEmbedding-1",
       .inputs = {"float32[B, S, 8]", "int64[B, S]", "float32[M, 2]", "float32[M, 2]"},
       .outputs = {"float32[B, S, 8]"},
       .facts = {"REQUIRED S <= M"}},
      {.op = "com.microsoft:RelativePositionBias-1",
       .inputs = {"float32[32, 4]", "int64[1] = {S}", "int64[1] = {S}"},
       .outputs = {"float32[1, 4, S, S]"},
       .facts = {"REQUIRED S >= 1"}},
      {.op = "com.microsoft:GatedRelativePositionBias-1",
       .inputs = {"float16[B, S, 8]", "float16[8]", "float16[1, 2, S, S]", "float16[4, 8]",
                  "float16[8]", "float16[1, 2, 1, 1]"},
       .attributes = {kTwoHeads},
       .outputs = {"float16[B, 2, S, S]"}},
      {.op = "com.microsoft:GemmaRotaryEmbedding-1",
       .inputs = {"float32[B, S, D]", "float16[B, 2, S, D]", "float16[B, 2, S, D]",
                  "float16[B, 1, S, D]", "float16[B, 1, S, D]"},
       .outputs = {"float16[B, 2, S, D]", "float16[B, 1, S, D]"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
