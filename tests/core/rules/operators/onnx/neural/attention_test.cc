// Expected shapes are the reference's.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Attention, SplitHeadsAndCaches) {
  CheckCases({
      {.op = "Attention-23",
       .inputs = {"float32[B, 8, S, 64]", "float32[B, 2, T, 64]", "float32[B, 2, T, 32]"},
       .outputs = {"float32[B, 8, S, 32]"}},
      {.op = "Attention-24",
       .inputs = {"float32[B, 8, S, 64]", "float32[B, 2, S, 64]", "float16[B, 2, S, 32]", "",
                  "float32[B, 2, P, 64]", "float16[B, 2, P, 32]"},
       .outputs = {"float32[B, 8, S, 32]", "float32[B, 2, S + P, 64]", "float16[B, 2, S + P, 32]",
                   "float32[B, 8, S, S + P]"}},
      {.op = "Attention-25",
       .inputs = {"float32[B, 8, S, 64]", "float32?", "float32?"},
       .outputs = {"float32[B, 8, S, ?1]"}},
      {.op = "Attention-23",
       .inputs = {"float32?", "float32?", "float32?"},
       .outputs = {"float32 rank 3..4"}},
  });
}

TEST(Attention, PackedHeads) {
  CheckCases({
      {.op = "Attention-23",
       .inputs = {"float32[B, S, 512]", "float32[B, T, 128]", "float32[B, T, 64]"},
       .attributes = {{"q_num_heads", 8}, {"kv_num_heads", 2}},
       .outputs = {"float32[B, S, 256]", "float32[B, 2, T, 64]", "float32[B, 2, T, 32]"}},
      {.op = "Attention-23",
       .inputs = {"float32[B, S, 512]", "float32[B, S, 512]", "float32[B, S, V]"},
       .attributes = {{"q_num_heads", 8}, {"kv_num_heads", 8}},
       .outputs = {"float32[B, S, V]"},
       .facts = {"REQUIRED V divisible by 8"}},
  });
}

TEST(Attention, Errors) {
  CheckCases({
      {.op = "Attention-23",
       .inputs = {"float32[B, 8, S, 64]", "float32[B, 3, T, 64]", "float32[B, 3, T, 32]"},
       .outputs = {"float32[B, 8, S, 32]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
      {.op = "Attention-23",
       .inputs = {"float32[B, S, 512]", "float32[B, T, 512]", "float32[B, T, 64]"},
       .attributes = {{"q_num_heads", 8}},
       .outputs = {"float32[B, S, ?1]"},
       .diagnostics = {"ERROR MISSING_ATTRIBUTE: Attention needs a positive kv_num_heads"}},
      {.op = "Attention-23",
       .inputs = {"float32[B, S, 512]", "float32[B, 8, T, 64]", "float32[B, 8, T, 64]"},
       .outputs = {"float32 rank 3..4"},
       .diagnostics = {"ERROR RANK_MISMATCH input 1"}},
  });
}

TEST(Attention, Relatives) {
  CheckCases({
      {.op = "ai.onnx.preview:FlexAttention-1",
       .inputs = {"float32[B, 8, S, 64]", "float32[B, 8, T, 64]", "float32[B, 8, T, 32]"},
       .outputs = {"float32[B, 8, S, 32]"}},
      {.op = "LinearAttention-27",
       .inputs = {"float16[B, T, 64]", "float16[B, T, 32]", "float16[B, T, 48]",
                  "float32[B, 2, 16, 24]", "float16[B, T, 2]", "float16[B, T, 2]"},
       .attributes = {{"q_num_heads", 4}, {"kv_num_heads", 2}},
       .outputs = {"float16[B, T, 96]", "float32[B, 2, 16, 24]"}},
      {.op = "RotaryEmbedding-23",
       .inputs = {"float32[B, 8, S, 64]", "float32[B, S, 32]", "float32[B, S, 32]"},
       .outputs = {"float32[B, 8, S, 64]"}},
  });
}

TEST(RotaryEmbedding, NeedsHeadsOfRankThree) {
  CheckCases({
      {.op = "RotaryEmbedding-23",
       .inputs = {"float32[2, 3, 32]", "float32[5, 4]", "float32[5, 4]"},
       .outputs = {"float32[2, 3, 32]"},
       .diagnostics = {"ERROR MISSING_ATTRIBUTE"}},
  });
}

// As the package onnx does.
TEST(Attention, WhatGoesTogether) {
  const std::string past = "float32[2, 2, 4, 8]";
  const std::string query = "float32[2, 2, 3, 8]";
  const std::string& result = query;
  CheckCases({
      {.op = "Attention-25",
       .inputs = {query, query, query},
       .attributes = {{"left_window_size", -2}},
       .outputs = {result},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE: Attention needs a left_window_size"}},
      {.op = "Attention-25",
       .inputs = {query, query, query, "", past},
       .outputs = {result},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE: Attention needs both caches",
                       "ERROR DIM_MISMATCH input 4 axis 2"}},
      {.op = "Attention-25",
       .inputs = {query, query, query, "", past, past, "int64[2]"},
       .outputs = {result},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE: Attention takes lengths or caches"}},
      {.op = "Attention-25",
       .inputs = {query, query, query},
       .attributes = {{"q_num_heads", 2}, {"kv_num_heads", 2}},
       .outputs = {result},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE: Attention of 4 dims"}},
      {.op = "Attention-24",
       .inputs = {query, query, query},
       .attributes = {{"q_num_heads", 2}, {"kv_num_heads", 2}},
       .outputs = {result}},
  });
}

TEST(LinearAttention, GatesByRule) {
  const std::vector<Attr> heads = {
      {"q_num_heads", 4}, {"kv_num_heads", 4}, {"update_rule", "linear"}};
  const std::vector<Attr> gated = {
      {"q_num_heads", 4}, {"kv_num_heads", 4}, {"update_rule", "gated_delta"}};
  const std::string packed = "float32[2, T, 64]";
  CheckCases({
      // Sizes by the state alone.
      {.op = "LinearAttention-27",
       .inputs = {"float32?", "float32?", "float32?", "float32[2, 4, 16, 16]"},
       .attributes = heads,
       .outputs = {"float32[2, ?1, 64]", "float32[2, 4, 16, 16]"}},
      {.op = "LinearAttention-27",
       .inputs = {packed, packed, packed, "", "float32[2, T, 7]", "float32[2, T, 3]"},
       .attributes = gated,
       .outputs = {packed},
       .diagnostics = {"ERROR DIM_MISMATCH input 4 axis 2", "ERROR DIM_MISMATCH input 5 axis 2"}},
      // As the package onnx does.
      {.op = "LinearAttention-27",
       .inputs = {packed, packed, packed, "", "float32[2, 3, 4]", "float32[5, T, 4]"},
       .attributes = gated,
       .outputs = {"float32[?1, 3, 64]"},
       .facts = {"REQUIRED T = 3"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
      {.op = "LinearAttention-27",
       .inputs = {packed, packed, packed},
       .attributes = gated,
       .outputs = {packed},
       .diagnostics =
           {"ERROR INVALID_ATTRIBUTE: LinearAttention by the update rule gated_delta needs",
            "ERROR INVALID_ATTRIBUTE"}},
      {.op = "LinearAttention-27",
       .inputs = {packed, packed, packed, "", "float32[2, T, 4]"},
       .attributes = heads,
       .outputs = {packed},
       .diagnostics =
           {"ERROR INVALID_ATTRIBUTE: LinearAttention by the update rule linear takes no"}},
      {.op = "LinearAttention-27",
       .inputs = {packed, packed, packed},
       .attributes = {{"q_num_heads", 4}, {"kv_num_heads", 4}, {"update_rule", "x"}},
       .outputs = {packed},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE: LinearAttention knows no update rule x"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
