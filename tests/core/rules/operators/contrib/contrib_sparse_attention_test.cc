// Expected shapes are those that onnxruntime 1.31 infers for the same node with
// numbers for the letters (B = 2, S = 3, T = 6, ...); none of these has a CPU kernel.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

const std::vector<Attr> kHeads = {{"num_heads", 4}, {"kv_num_heads", 2}};

TEST(ContribSparseAttention, Paged) {
  const std::string cache = "float16[P, 4, 2, 8]";
  CheckCases({
      {.op = "com.microsoft:PagedAttention-1",
       .inputs = {"float16[T, 32]", "float16[T, 16]", "float16[T, 16]", cache, cache, "int32[3]",
                  "int32[2]", "int32[2, 5]"},
       .attributes = kHeads,
       .outputs = {"float16[T, 32]", cache, cache}},
      // Keys and values stand behind the query.
      {.op = "com.microsoft:PagedAttention-1",
       .inputs = {"float16[T, H]", "", "", cache, cache, "int32[3]", "int32[2]", "int32[2, 5]"},
       .attributes = kHeads,
       .outputs = {"float16[T, 4*(H//8)]", cache, cache},
       .facts = {"REQUIRED H divisible by 8"}},
      {.op = "com.microsoft:PagedAttention-1",
       .inputs = {"float16[T, 32]", "float16[T, 8]", "", "float16[7, 4, 1, 8]", "", "int32[3]",
                  "int32[2]", "int32[2, 5]"},
       .attributes = {{"num_heads", 4}, {"kv_num_heads", 1}, {"v_head_size", 6}},
       .outputs = {"float16[T, 24]", "float16[7, 4, 1, 8]"}},
      {.op = "com.microsoft:SparsePagedAttention-1",
       .inputs = {"float16[T, 64]", "", "", cache, cache, "int32[3]", "int32[2]", "int32[2, 5]", "",
                  "int32[T, 4]", "int32[T]"},
       .attributes = kHeads,
       .outputs = {"float16[T, 32]", cache, cache}},
      {.op = "com.microsoft:PagedAttention-1",
       .inputs = {"float16[2, 3, 32]", "float16[6, 16]", "float16[6, 16]", cache, cache, "int32[3]",
                  "int32[2]", "int32[2, 5]"},
       .attributes = kHeads,
       .outputs = {"float16[?1, ?2]"},
       .diagnostics = {"ERROR RANK_MISMATCH input 0"}},
  });
}

TEST(ContribSparseAttention, Dynamic) {
  const std::string cache = "float32[B, 2, P, 8]";
  CheckCases({
      {.op = "com.microsoft:DynamicSparseAttention-1",
       .inputs = {"float32[B, S, 32]", "float32[B, S, 16]", "float32[B, S, 16]", cache, cache, "",
                  "", "int32[T, 4]", "int32[T]", "int32[B]", "int32[1]"},
       .attributes = kHeads,
       .outputs = {"float32[B, S, 32]", cache, cache}},
      {.op = "com.microsoft:DynamicSparseAttention-1",
       .inputs = {"float32[B, S, 64]", "", "", "", "", "", "", "int32[T, 4]", "int32[T]",
                  "int32[B]", "int32[1]"},
       .attributes = kHeads,
       .outputs = {"float32[B, S, 32]", "float32[B, 2, ?1, 8]", "float32[B, 2, ?1, 8]"}},
      {.op = "com.microsoft:DynamicSparseAttention-1",
       .inputs = {"float32[2, 3, 30]", "float32[2, 3, 16]", "float32[2, 3, 16]", "", "", "", "",
                  "int32[6, 4]", "int32[6]", "int32[2]", "int32[1]"},
       .attributes = kHeads,
       .outputs = {"float32[2, 3, 28]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 2"}},
  });
}

const std::vector<Attr> kTokens = {
    {"policy_mode", "qsa"}, {"compress_ratio", 4}, {"token_budget", 8}};
const std::vector<Attr> kEntries = {
    {"policy_mode", "csa"}, {"compress_ratio", 4}, {"index_topk", 5}};

TEST(ContribSparseAttention, Indexer) {
  const std::string cos = "float32[9, 4]";
  const auto by_entries = [&cos](const std::string& buffer) -> std::vector<std::string> {
    return {"float32[B, 9, 16]",
            "float32[B, 9, 16]",
            "float32[8]",
            "float32[8]",
            cos,
            cos,
            "",
            "float32[B, P, 8]",
            "float32[B, 9, 16]",
            "float32[4, 16]",
            "float32[B, 9, 2]",
            "int64[B, 9]",
            "",
            buffer};
  };
  CheckCases({
      {.op = "com.microsoft:SparseAttentionIndexer-1",
       .inputs = {"float32[B, S, 16]", "float32[B, S, 8]", "float32[8]", "float32[8]", cos, cos,
                  "int64[B, L]", "float32[B, P, 8]"},
       .attributes = kTokens,
       .outputs = {"int32[B, S, 11]", "float32[B, S + P, 8]"}},
      // A buffer of its own length.
      {.op = "com.microsoft:SparseAttentionIndexer-1",
       .inputs = {"float32[B, S, 16]", "float32[B, S, 8]", "float32[8]", "float32[8]", cos, cos, "",
                  "float32[B, P, 8]", "", "", "", "", "int32[1]"},
       .attributes = kTokens,
       .outputs = {"int32[B, S, 11]", "float32[B, P, 8]"}},
      {.op = "com.microsoft:SparseAttentionIndexer-1",
       .inputs = by_entries("float32[2, B, 3, 16]"),
       .attributes = kEntries,
       .outputs = {"int32[B, 9, 5]", "float32[B, P + 3, 8]", "float32[2, B, 4, 16]"}},
      {.op = "com.microsoft:SparseAttentionIndexer-1",
       .inputs = by_entries("float32[2, B, 6, 16]"),
       .attributes = kEntries,
       .outputs = {"int32[B, 9, 5]", "float32[B, P + 2, 8]", "float32[2, B, 7, 16]"}},
      {.op = "com.microsoft:SparseAttentionIndexer-1",
       .inputs = by_entries("float32[2, B, 6, 16]"),
       .attributes = {{"policy_mode", "other"}},
       .outputs = {"?"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE"}},
  });
}

TEST(ContribSparseAttention, PackedIndexer) {
  std::vector<Attr> tokens = kTokens;
  tokens.insert(tokens.end(), {{"state_capacity", 11}, {"state_update_capacity", 3}});
  std::vector<Attr> entries = kEntries;
  entries.push_back({"state_capacity", 11});
  const std::string cos = "float32[9, 4]";
  CheckCases({
      {.op = "com.microsoft:PackedSparseAttentionIndexer-1",
       .inputs = {"float32[T, 16]", "float32[T, 8]", "float32[8]", "float32[8]", cos, cos,
                  "int32[N]", "int32[B]", "", "", "", "", "float32[B, 11, 8]", "float32[B, 7, 8]",
                  "", "int32[B, 2]", "int32[B]"},
       .attributes = tokens,
       .outputs = {"int32[T, 11]", "int32[T]", "float32[B, 11, 8]", "float32[B, 7, 8]", "",
                   "int32[B, 2]", "float32[B, 3, 8]"}},
      {.op = "com.microsoft:PackedSparseAttentionIndexer-1",
       .inputs = {"float32[T, 16]", "float32[T, 16]", "float32[8]", "float32[8]", cos, cos,
                  "int32[N]", "int32[B]", "float32[T, 16]", "float32[4, 16]", "float32[T, 2]",
                  "int64[T]", "float32[B, 11, 8]", "float32[B, 7, 16]", "float32[B, 7, 16]",
                  "int32[B, 2]"},
       .attributes = entries,
       .outputs = {"int32[T, 5]", "int32[T]", "float32[B, 11, 8]", "float32[B, 7, 16]",
                   "float32[B, 7, 16]", "int32[B, 2]"}},
      {.op = "com.microsoft:PackedSparseAttentionIndexer-1",
       .inputs = {"float32[T, 16]", "float32[T, 8]", "float32[8]", "float32[8]", cos, cos,
                  "int32[N]", "int32[2]", "", "", "", "", "float32[2, 12, 8]", "float32[2, 7, 8]",
                  "", "int32[2, 2]"},
       .attributes = tokens,
       .outputs = {"int32[T, 11]", "int32[T]", "float32[2, ?1, 8]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
